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
        /// - Throws: `CodecError.missingLibrary` if there is none, `CodecError.unsupported` if its
        ///   version differs.
        package static func open(name: String) throws(CodecError) {
            try load(name: name).free()
        }

        private static func load(name: String?) throws(CodecError) -> OptionalLibrary<CAVIF> {
            try OptionalLibrary(name: name) { table, names in
                var detail: UnsafePointer<CChar>?
                switch cavif_load(table, names, &detail) {
                case CAVIF_LOADED: return nil
                case CAVIF_OTHER_VERSION:
                    let found = detail.map { String(cString: $0) } ?? "?"
                    return .unsupported(
                        .avif, "libavif \(found) is installed, expected \(version)")
                default:
                    return .missingLibrary(
                        .avif, library: name ?? String(cString: cavif_library_name()),
                        package: String(cString: cavif_package_name()))
                }
            }
        }
    }

    extension AVIFDecoder: LibraryLoading {
        package func loadLibraries() { _ = try? AVIFLibrary.functions() }
    }
#endif
