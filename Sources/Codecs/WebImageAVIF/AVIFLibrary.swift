#if AVIF
    import CAVIFShim
    package import WebImageCoding

    /// libavif, loaded when the first AVIF is decoded or encoded, and kept open.
    package enum AVIFLibrary {
        /// The version of the headers, which the identities of decoder and encoder use without
        /// loading.
        static let version = String(cString: cavif_header_version())

        private static let loaded = Result { () throws(CodecError) in try load(name: nil) }

        /// Returns the library's functions.
        ///
        /// - Throws: `CodecError.missingLibrary` if it is not installed.
        static func functions() throws(CodecError) -> UnsafePointer<CAVIF> {
            try loaded.get().functions
        }

        /// Opens the library under another file name.
        ///
        /// - Throws: `CodecError.missingLibrary` if there is none, or its version differs.
        package static func open(name: String) throws(CodecError) {
            try load(name: name).free()
        }

        private static func load(name: String?) throws(CodecError) -> OptionalLibrary<CAVIF> {
            try OptionalLibrary(name: name) { table, names in
                var missing: UnsafePointer<CChar>?
                guard !cavif_load(table, names, &missing) else { return nil }
                return .missingLibrary(
                    .avif, library: missing.map { String(cString: $0) } ?? "libavif",
                    package: String(cString: cavif_package_name()))
            }
        }
    }

    extension AVIFDecoder: LibraryLoading {
        package func loadLibraries() { _ = try? AVIFLibrary.functions() }
    }
#endif
