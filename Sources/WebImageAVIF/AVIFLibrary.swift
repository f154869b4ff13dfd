#if AVIF
    import CAVIFShim
    package import WebImageCoding

    /// libavif, opened when the first AVIF is decoded or encoded, and kept open.
    package enum AVIFLibrary {
        /// The version that the decoder and encoder name; that of the header, so that naming it
        /// loads nothing.
        static let version = String(cString: cavif_header_version())

        private static let loaded = Result { () throws(CodecError) in try load(name: nil) }

        /// The library's functions.
        ///
        /// - Throws: `CodecError.missingLibrary` where it is not installed.
        static func functions() throws(CodecError) -> UnsafePointer<CAVIF> {
            try loaded.get().functions
        }

        /// Opens the library by another file name than the usual one.
        ///
        /// - Throws: `CodecError.missingLibrary` where there is none, `CodecError.unsupported` where
        ///   it is of another version.
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
                        .avif, "libavif \(found) is installed, but \(version) was built against")
                default:
                    return .missingLibrary(
                        .avif, library: name ?? String(cString: cavif_library_name()),
                        package: String(cString: cavif_package_name()))
                }
            }
        }
    }
#endif
