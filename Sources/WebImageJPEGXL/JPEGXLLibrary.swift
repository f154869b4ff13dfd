#if JPEGXL
    import CJPEGXLShim
    package import WebImageCoding

    /// libjxl, loaded when it is first needed.
    // Safe because the pointers are written only before `init` returns and the library stays loaded.
    package struct JPEGXLLibrary: @unchecked Sendable {
        /// The library's functions by their own names.
        let jxl: CJXLFunctions

        /// Loads the library.
        ///
        /// - Parameter names: Names to try; the standard ones where none are given.
        /// - Throws: `CodecError.missingLibrary` when none of them is there in the version of the
        ///   headers that this was built with.
        package init(names: [String] = []) throws(CodecError) {
            var missing: UnsafePointer<CChar>?
            let loaded = Self.load(names, &missing)
            guard let loaded else {
                let found = missing.map { String(cString: $0) }
                throw .missingLibrary(
                    .jxl, library: found ?? String(cString: cjxl_library_name),
                    package: String(cString: cjxl_package_name))
            }
            jxl = loaded
        }

        private static func load(
            _ names: [String], _ missing: inout UnsafePointer<CChar>?
        ) -> CJXLFunctions? {
            let table = UnsafeMutablePointer<CJXLFunctions>.allocate(capacity: 1)
            defer { table.deallocate() }
            guard !names.isEmpty else {
                return cjxl_load(nil, table, &missing) ? table.pointee : nil
            }
            // Names live for ever, since `missing` may point to one of them.
            let texts = names.map { name in
                let text = UnsafeMutablePointer<CChar>.allocate(capacity: name.utf8.count + 1)
                text.initialize(repeating: 0, count: name.utf8.count + 1)
                for (index, byte) in name.utf8.enumerated() {
                    text[index] = CChar(bitPattern: byte)
                }
                return UnsafePointer<CChar>(text) as UnsafePointer<CChar>?
            }
            return cjxl_load(texts + [nil], table, &missing) ? table.pointee : nil
        }

        /// The library of this process, or why there is none.
        static let shared: Result<JPEGXLLibrary, CodecError> = Result { () throws(CodecError) in
            try JPEGXLLibrary()
        }

        /// Name and version of the library, and version of this code; does not load the library.
        ///
        /// Only this minor version of the library is ever loaded.
        static var identity: String {
            "jxl/libjxl-\(JPEGXL_MAJOR_VERSION).\(JPEGXL_MINOR_VERSION)/1"
        }
    }
#endif
