#if SVG
    import CContentCoding
    import CSVGShim
    package import WebImageCoding

    /// The libraries that are loaded on first use.
    package enum SVGLibrary {
        /// Loads librsvg, cairo, GObject, libxml2 and zlib once, for example before a sandbox
        /// closes.
        ///
        /// - Throws: `CodecError.missingLibrary` if one is not installed.
        package static func load() throws(CodecError) {
            guard let missing = csvg_load() ?? ccontent_load(CContentGzip) else { return }
            throw Self.error(for: String(cString: missing))
        }

        /// Returns the error for a missing library, with its Debian package.
        static func error(for library: String) -> CodecError {
            let packages = ["cairo": "libcairo2", "xml": "libxml2", "libz": "zlib1g"]
            let package = packages.first { library.contains($0.key) }?.value ?? "librsvg2-2"
            return .missingLibrary(.svg, library: library, package: package)
        }

        /// Inflates gzip data of at most `capacity` bytes.
        static func gunzip(_ bytes: RawSpan, capacity: Int) throws(CodecError) -> [UInt8] {
            // The length at the end is only a hint; a decompression bomb may state a wrong one.
            let claimed = Int(bytes.u32(at: bytes.byteCount - 4, .little) ?? 0)
            for room in [min(claimed, capacity) + 1, capacity + 1] {
                var status = CContentDamaged
                let text = [UInt8](unsafeUninitializedCapacity: room) { target, count in
                    (status, count) = inflate(bytes, into: target)
                }
                if status == CContentDamaged { break }
                if status == CContentEnd, text.count <= capacity { return text }
                // A full buffer, otherwise the data is cut.
                guard text.count == room else { break }
                if room > capacity {
                    throw .limit("SVG text of more than \(capacity) bytes after inflating")
                }
            }
            throw .damaged(.svg, "the gzip data is damaged")
        }

        private static func inflate(
            _ bytes: RawSpan, into target: UnsafeMutableBufferPointer<UInt8>
        ) -> (CContentStatus, Int) {
            guard let output = target.baseAddress, let decoder = ccontent_open(CContentGzip) else {
                return (CContentDamaged, 0)
            }
            defer { ccontent_close(decoder) }
            return bytes.withUnsafeBytes { source in
                var (unread, written) = (source.count, target.count)
                let input = source.bindMemory(to: UInt8.self).baseAddress
                let status = ccontent_run(decoder, input, &unread, output, &written)
                return (status, written)
            }
        }
    }

    extension SVGDecoder: LibraryLoading, ProcessBoundDecoder {
        package var inProcess: any ImageDecoder { SVGDecoder(inProcess: true) }
        package func loadLibraries() { try? SVGLibrary.load() }
    }
#endif
