#if JPEGXL
    import CJPEGXLShim
    package import WebImageCoding

    /// libjxl, opened when the first JPEG XL is decoded or encoded, and kept open.
    package enum JPEGXLLibrary {
        private static let loaded = Result { () throws(CodecError) in try load(name: nil) }

        /// The library's functions.
        ///
        /// - Throws: `CodecError.missingLibrary` where it is not installed in the version of the
        ///   headers that this was built with.
        static func functions() throws(CodecError) -> CJXLFunctions {
            try loaded.get().functions.pointee
        }

        /// Opens the library by another file name than the usual one; nil for that.
        ///
        /// - Throws: `CodecError.missingLibrary` where there is none, or one of another version.
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
                    .jxl, library: String(cString: missing ?? cjxl_library_name),
                    package: String(cString: cjxl_package_name))
            }
        }

        /// Name and version of the library, and version of this code; does not load the library.
        ///
        /// Only this minor version of the library is ever loaded.
        static var identity: String {
            "jxl/libjxl-\(JPEGXL_MAJOR_VERSION).\(JPEGXL_MINOR_VERSION)/1"
        }
    }
#endif
