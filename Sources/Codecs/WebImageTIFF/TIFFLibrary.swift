#if TIFF
    import CTIFFShim
    import WebImageCoding

    /// The library that is loaded on first use.
    enum TIFFLibrary {
        /// Loads the library once.
        ///
        /// - Throws: `CodecError.missingLibrary` if it is not installed.
        static func require() throws(CodecError) {
            guard let missing = ctiff_load() else { return }
            throw .missingLibrary(
                .tiff, library: String(cString: missing), package: "libtiff6")
        }
    }

    extension TIFFDecoder: LibraryLoading {
        package func loadLibraries() { try? TIFFLibrary.require() }
    }
#endif
