#if SVG
    import CSVGShim
    import WebImageCoding

    /// The libraries that are loaded on first use.
    enum SVGLibrary {
        /// Loads the libraries once.
        ///
        /// - Throws: `CodecError.missingLibrary` if one is not installed.
        static func require() throws(CodecError) {
            guard let missing = csvg_load() else { return }
            throw Self.error(for: String(cString: missing))
        }

        /// Returns the error for a missing library, with its Debian package.
        static func error(for library: String) -> CodecError {
            let package = library.contains("cairo") ? "libcairo2" : "librsvg2-2"
            return .missingLibrary(.svg, library: library, package: package)
        }

        /// Inflates gzip data of at most `capacity` bytes.
        static func gunzip(_ bytes: RawSpan, capacity: Int) throws(CodecError) -> [UInt8] {
            var result = -1
            // The length at the end is only a hint; a decompression bomb may state a wrong one.
            let claimed = Int(bytes.u32(at: bytes.byteCount - 4, .little) ?? 0)
            for room in [min(claimed + 1, capacity), capacity] {
                let text = [UInt8](unsafeUninitializedCapacity: max(room, 1)) { target, count in
                    result = bytes.withUnsafeBytes { source in
                        guard let from = source.bindMemory(to: UInt8.self).baseAddress,
                            let to = target.baseAddress
                        else { return -1 }
                        return csvg_gunzip(from, source.count, to, room)
                    }
                    count = max(result, 0)
                }
                if result >= 0 { return text }
                if result == -1 { throw .damaged(.svg, "the gzip data is damaged") }
            }
            throw .limit("SVG text of more than \(capacity) bytes after inflating")
        }
    }
#endif
