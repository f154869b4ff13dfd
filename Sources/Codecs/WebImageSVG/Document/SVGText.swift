#if SVG
    import WebImageCoding

    /// The text of a file, inflated.
    struct SVGText {
        private(set) var bytes: [UInt8]
        /// `true` if the text is in UTF-8 whatever encoding it declares.
        private(set) var isUTF8 = false

        /// The maximum size of the text in bytes; the tree and librsvg need a multiple of it.
        static let maxBytes = 16 << 20

        /// Inflates `bytes` if they are gzipped.
        init(of bytes: RawSpan, limits: DecodeLimits) throws(CodecError) {
            let capacity = Self.capacity(within: limits)
            if bytes.has([0x1F, 0x8B]) {
                self.bytes = try SVGLibrary.gunzip(bytes, capacity: capacity)
            } else {
                guard bytes.byteCount <= capacity else {
                    throw .limit("SVG text of \(bytes.byteCount) bytes, more than \(capacity)")
                }
                self.bytes = bytes.prefixBytes(bytes.byteCount)
            }
            readEncoding()
        }

        /// Returns the most bytes of a text.
        static func capacity(within limits: DecodeLimits) -> Int {
            min(maxBytes, max(limits.maxBytes, 1))
        }

        /// Returns the size after inflating, which a gzipped file states, for an estimate.
        static func statedSize(of bytes: RawSpan) -> Int {
            guard bytes.has([0x1F, 0x8B]) else { return bytes.byteCount }
            return min(Int(bytes.u32(at: bytes.byteCount - 4, .little) ?? 0), maxBytes)
        }

        /// Converts UTF-16, and finds the encoding by the bytes: a byte order mark counts, and text
        /// in ASCII is not what it declares if that is an encoding with units of two or four bytes.
        private mutating func readEncoding() {
            let isBig = bytes.starts(with: [0xFE, 0xFF])
            if isBig || bytes.starts(with: [0xFF, 0xFE]) {
                let high = isBig ? 0 : 1
                let units = stride(from: 2, to: bytes.count - 1, by: 2).map {
                    UInt16(bytes[$0 + high]) << 8 | UInt16(bytes[$0 + 1 - high])
                }
                bytes = Array(String(decoding: units, as: UTF16.self).utf8)
                isUTF8 = true
            } else if bytes.starts(with: [0xEF, 0xBB, 0xBF]) {
                isUTF8 = true
            } else {
                let start = String(decoding: bytes.prefix(200), as: UTF8.self).lowercased()
                guard start.hasPrefix("<?xml"), let end = start.firstRange(of: "?>") else { return }
                let words = start[..<end.lowerBound].split { " =\"'\t\r\n".contains($0) }
                guard let place = words.firstIndex(of: "encoding"), place + 1 < words.count else {
                    return
                }
                isUTF8 = ["utf-16", "utf-32", "ucs-", "iso-10646"].contains {
                    words[place + 1].hasPrefix($0)
                }
            }
        }
    }
#endif
