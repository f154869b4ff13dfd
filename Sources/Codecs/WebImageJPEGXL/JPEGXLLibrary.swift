#if JPEGXL
    import CJPEGXLShim
    package import WebImageCoding

    /// libjxl, loaded when the first JPEG XL is decoded or encoded, and kept open.
    package enum JPEGXLLibrary {
        private static let loaded = Result { () throws(CodecError) in try load(name: nil) }

        /// Returns the library's functions.
        ///
        /// - Throws: `CodecError.missingLibrary` if it is not installed in the version of the
        ///   headers.
        static func functions() throws(CodecError) -> CJXLFunctions {
            try loaded.get().functions.pointee
        }

        /// Opens the library under another file name, or the usual one for nil.
        ///
        /// - Throws: `CodecError.missingLibrary` if there is none, or its version differs.
        package static func open(name: String?) throws(CodecError) {
            try load(name: name).free()
        }

        private static func load(
            name: String?
        ) throws(CodecError) -> OptionalLibrary<CJXLFunctions> {
            try OptionalLibrary(name: name) { table, names in
                var missing: UnsafePointer<CChar>?
                guard !cjxl_load(names, table, &missing) else { return nil }
                return .missingLibrary(
                    .jxl, library: missing.map { String(cString: $0) } ?? "libjxl",
                    package: String(cString: cjxl_package_name))
            }
        }

        /// The name and version of the library, and the version of this code; loads nothing.
        ///
        /// Only this minor version of the library is ever loaded.
        static var identity: String {
            "jxl/libjxl-\(JPEGXL_MAJOR_VERSION).\(JPEGXL_MINOR_VERSION)/2"
        }
    }

    extension JPEGXLDecoder: LibraryLoading {
        package func loadLibraries() { _ = try? JPEGXLLibrary.functions() }
    }
#endif
