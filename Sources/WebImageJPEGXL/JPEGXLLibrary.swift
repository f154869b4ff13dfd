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
            let table = UnsafeMutablePointer<CJXLFunctions>.allocate(capacity: 1)
            defer { table.deallocate() }
            if let missing = Self.load(names, into: table) {
                throw .missingLibrary(
                    .jxl, library: missing, package: String(cString: cjxl_package_name))
            }
            jxl = table.pointee
        }

        /// Fills `table`, or tells what is missing.
        private static func load(
            _ names: [String], into table: UnsafeMutablePointer<CJXLFunctions>
        ) -> String? {
            var missing: UnsafePointer<CChar>? = cjxl_library_name
            func name() -> String { String(cString: missing ?? cjxl_library_name) }
            if names.isEmpty {
                return cjxl_load(nil, table, &missing) ? nil : name()
            }
            let texts = names.map { name in
                let text = UnsafeMutableBufferPointer<CChar>.allocate(capacity: name.utf8.count + 1)
                _ = text.initialize(from: name.utf8.map { CChar(bitPattern: $0) } + [0])
                return text
            }
            defer { for text in texts { text.deallocate() } }
            let pointers = texts.map { UnsafePointer($0.baseAddress) } + [nil]
            // The name is copied before its memory goes.
            return cjxl_load(pointers, table, &missing) ? nil : name()
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
