#if HEIF
    import CHEIFShim
    package import WebImageCoding

    /// libheif, opened when the first HEIC is decoded or encoded, and kept open.
    package enum HEIFLibrary {
        private static let loaded = Result { () throws(CodecError) in try load(name: nil) }

        /// The library's functions.
        ///
        /// - Throws: `CodecError.missingLibrary` where it is not installed.
        static func functions() throws(CodecError) -> UnsafePointer<CHEIF> {
            try loaded.get().functions
        }

        /// The library's functions, where it can decode HEVC.
        ///
        /// - Throws: `CodecError.missingLibrary` where it, or its decoder, is not installed.
        static func decodingFunctions() throws(CodecError) -> UnsafePointer<CHEIF> {
            let heif = try functions()
            guard heif.pointee.heif_have_decoder_for_format(heif_compression_HEVC) != 0 else {
                throw .missingLibrary(
                    .heic, library: "libde265, as a plug-in of libheif",
                    package: "libheif-plugin-libde265")
            }
            return heif
        }

        /// Opens the library by another file name than the usual one.
        ///
        /// - Throws: `CodecError.missingLibrary` where there is none.
        package static func open(name: String) throws(CodecError) {
            try load(name: name).free()
        }

        private static func load(name: String?) throws(CodecError) -> OptionalLibrary<CHEIF> {
            try OptionalLibrary(name: name) { table, names in
                var missing: UnsafePointer<CChar>?
                guard !cheif_load(table, names, &missing) else { return nil }
                return .missingLibrary(
                    .heic, library: name ?? "libheif.so.1", package: "libheif1")
            }
        }
    }

    extension CodecError {
        /// What a failed call of libheif means, nil when it did not fail.
        init?(_ error: heif_error, _ what: String) {
            guard error.code != heif_error_Ok else { return nil }
            let message =
                error.message.map { String(cString: $0) } ?? "error \(error.code.rawValue)"
            let text = "\(what): \(message)"
            switch (error.code, error.subcode) {
            case (_, heif_suberror_Security_limit_exceeded): self = .limit("heic: \(text)")
            case (heif_error_Memory_allocation_error, _):
                self = .limit("libheif found no memory for \(what)")
            case (heif_error_Invalid_input, heif_suberror_End_of_data):
                self = .truncated(.heic, text)
            case (heif_error_Unsupported_feature, _), (heif_error_Unsupported_filetype, _):
                self = .unsupported(.heic, text)
            default: self = .damaged(.heic, text)
            }
        }
    }
#endif
