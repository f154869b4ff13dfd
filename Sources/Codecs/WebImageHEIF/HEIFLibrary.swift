#if HEIF
    import CHEIFShim
    package import WebImageCoding

    /// libheif, loaded when the first HEIC is decoded or encoded, and kept open.
    package enum HEIFLibrary {
        private static let loaded = Result { () throws(CodecError) in try load(name: nil) }

        /// Returns the library's functions.
        ///
        /// - Throws: `CodecError.missingLibrary` if it is not installed.
        static func functions() throws(CodecError) -> UnsafePointer<CHEIF> {
            try loaded.get().functions
        }

        /// Returns the library's functions after registering the decoder plug-in over libde265.
        ///
        /// - Throws: `CodecError.missingLibrary` if either is not installed.
        static func decodingFunctions() throws(CodecError) -> UnsafePointer<CHEIF> {
            try prepared.get()
            return try functions()
        }

        private static let prepared = Result { () throws(CodecError) in try prepare(name: nil) }

        /// Prepares decoding with libde265 under another file name.
        ///
        /// - Throws: `CodecError.missingLibrary` if there is none.
        package static func openDecoder(name: String) throws(CodecError) {
            try prepare(name: name)
        }

        private static func prepare(name: String?) throws(CodecError) {
            let heif = try functions()
            func missing(_ names: UnsafePointer<UnsafePointer<CChar>?>?) -> String? {
                var missing: UnsafePointer<CChar>?
                guard !cheif_prepare(heif, names, &missing) else { return nil }
                return missing.map { String(cString: $0) } ?? "libde265.so.0"
            }
            let library =
                if let name {
                    name.withCString { name in
                        [name, nil].withUnsafeBufferPointer { missing($0.baseAddress) }
                    }
                } else { missing(nil) }
            guard let library else { return }
            throw .missingLibrary(.heic, library: library, package: "libde265-0")
        }

        /// Opens the library under another file name.
        ///
        /// - Throws: `CodecError.missingLibrary` if there is none.
        package static func open(name: String) throws(CodecError) {
            try load(name: name).free()
        }

        private static func load(name: String?) throws(CodecError) -> OptionalLibrary<CHEIF> {
            try OptionalLibrary(name: name) { table, names in
                var missing: UnsafePointer<CChar>?
                guard !cheif_load(table, names, &missing) else { return nil }
                return .missingLibrary(
                    .heic, library: missing.map { String(cString: $0) } ?? "libheif.so.1",
                    package: "libheif1")
            }
        }
    }

    extension CodecError {
        /// Creates the error for a failed call of libheif; nil if it succeeded.
        init?(_ error: heif_error, _ what: String) {
            guard error.code != heif_error_Ok else { return nil }
            let message =
                error.message.map { String(cString: $0) } ?? "error \(error.code.rawValue)"
            let text = "\(what): \(message)"
            switch (error.code, error.subcode) {
            case (_, heif_suberror_Security_limit_exceeded): self = .limit("heic: \(text)")
            case (heif_error_Memory_allocation_error, _):
                self = .limit("libheif ran out of memory for \(what)")
            case (heif_error_Invalid_input, heif_suberror_End_of_data):
                self = .truncated(.heic, text)
            // A later libheif may reject the version of the decoder plug-in.
            case (heif_error_Unsupported_feature, _), (heif_error_Unsupported_filetype, _),
                (heif_error_Plugin_loading_error, _):
                self = .unsupported(.heic, text)
            default: self = .damaged(.heic, text)
            }
        }
    }

    extension HEIFDecoder: LibraryLoading {
        package func loadLibraries() { _ = try? HEIFLibrary.decodingFunctions() }
    }
#endif
