#if JPEGXL
    /// The parts of a file that form its codestream, found in bytes that arrive in chunks.
    struct JPEGXLParts {
        private var head: [UInt8] = []
        /// The number of bytes left in the current box.
        private var left = 0
        private var isCodestream = false
        private var hasBegun = false

        /// Returns the ranges of the next bytes that belong to the codestream.
        mutating func codestream(in bytes: UnsafeRawBufferPointer) -> [Range<Int>] {
            if !hasBegun, let first = bytes.first {
                hasBegun = true
                // A codestream without boxes begins with this byte.
                if first == 0xFF { (isCodestream, left) = (true, .max) }
            }
            var (place, parts): (Int, [Range<Int>]) = (0, [])
            while place < bytes.count {
                guard left == 0 else {
                    let end = place + min(left, bytes.count - place)
                    if isCodestream { parts.append(place..<end) }
                    if left != .max { left -= end - place }
                    place = end
                    continue
                }
                head.append(bytes[place])
                place += 1
                if readHead() { head = [] }
            }
            return parts
        }

        /// Reads the header of a box; returns `true` if it is complete.
        private mutating func readHead() -> Bool {
            guard head.count >= 8 else { return false }
            let size = Self.number(head[..<4])
            let kind = head[4..<8]
            isCodestream = kind.elementsEqual("jxlc".utf8) || kind.elementsEqual("jxlp".utf8)
            let length = (size == 1 ? 16 : 8) + (kind.elementsEqual("jxlp".utf8) ? 4 : 0)
            guard head.count >= length else { return false }
            // A box of size 0 extends to the end of the file.
            let whole = size == 1 ? Self.number(head[8..<16]) : size
            left = size == 0 ? .max : max(whole - length, 0)
            return true
        }

        private static func number(_ bytes: ArraySlice<UInt8>) -> Int {
            let value = bytes.reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
            return Int(clamping: value)
        }
    }
#endif
