#if AVIF
    import CAVIFShim
    package import WebImageCoding

    /// libavif, opened when the first AVIF is decoded or encoded, and kept open.
    package enum AVIFLibrary {
        /// The version that the decoder and encoder name; that of the header, so that naming it
        /// loads nothing.
        static let version = String(cString: cavif_header_version())

        private static let loaded = load(name: nil)

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
            let library = try load(name: name).get()
            library.functions.deallocate()
        }

        private static func load(name: String?) -> Result<LoadedLibrary, CodecError> {
            let table = UnsafeMutablePointer<CAVIF>.allocate(capacity: 1)
            var detail: UnsafePointer<CChar>?
            let outcome: CAVIFOutcome
            if let name {
                outcome = name.withCString { name in
                    var names = [name, nil]
                    let outcome = cavif_load(table, &names, &detail)
                    // What is missing may be the name itself, which ends with this call.
                    if detail == name { detail = nil }
                    return outcome
                }
            } else {
                outcome = cavif_load(table, nil, &detail)
            }
            guard outcome != CAVIF_LOADED else {
                return .success(LoadedLibrary(functions: UnsafePointer(table)))
            }
            table.deallocate()
            return .failure(failure(outcome, detail.map { String(cString: $0) }, name))
        }

        private static func failure(
            _ outcome: CAVIFOutcome, _ detail: String?, _ name: String?
        ) -> CodecError {
            let usual = String(cString: cavif_library_name())
            if outcome == CAVIF_OTHER_VERSION {
                return .unsupported(
                    .avif, "libavif \(detail ?? "?") is installed, but \(version) was built against")
            }
            return .missingLibrary(
                .avif, library: name ?? usual, package: String(cString: cavif_package_name()))
        }
    }

    /// A table of functions that is never changed nor freed once it is shared.
    // Safe because the table is written before it is shared, and only read then.
    private struct LoadedLibrary: @unchecked Sendable {
        let functions: UnsafePointer<CAVIF>
    }
#endif
