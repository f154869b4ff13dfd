#if JPEGXL
    import WebImageCoding

    /// Writes the size of boxes in 32 bits where a file has it in 64: libjxl 0.7 miscounts the latter.
    ///
    /// It follows the boxes of the container (ISO/IEC 14496-12, section 4.2) through bytes that arrive
    /// in pieces of any size. A codestream without boxes passes as it is.
    struct JPEGXLBoxes {
        /// The beginning of a box's head whose end has not arrived.
        private var head: [UInt8] = []
        /// How many bytes of the current box are still to come.
        private var left = 0
        /// Whether all that follows passes: a codestream, the last box, or what is no box.
        private var isDone = false
        private var hasBegun = false

        /// The next bytes as the library is to get them; nil for just as they are.
        mutating func changed(_ bytes: UnsafeRawBufferPointer) -> [UInt8]? {
            if !hasBegun, let first = bytes.first {
                hasBegun = true
                isDone = first == 0xFF
            }
            guard !isDone else { return nil }
            // Made when there is something to change: most files pass uncopied.
            var result: [UInt8]? = head.isEmpty ? nil : []
            var (place, copied, headStart) = (0, 0, 0)
            while place < bytes.count, !isDone {
                guard left == 0 else {
                    let step = min(left, bytes.count - place)
                    place += step
                    left -= step
                    continue
                }
                if head.isEmpty {
                    headStart = place
                    result?.append(contentsOf: bytes[copied..<place])
                }
                head.append(bytes[place])
                place += 1
                guard let finished = finishedHead() else { continue }
                if finished != head, result == nil { result = Array(bytes[..<headStart]) }
                result?.append(contentsOf: finished)
                copied = place
                head = []
            }
            guard head.isEmpty else { return result ?? Array(bytes[..<headStart]) }
            result?.append(contentsOf: bytes[copied...])
            return result
        }

        /// The head as it is to be written, nil while it is not complete; begins the box.
        private mutating func finishedHead() -> [UInt8]? {
            guard head.count >= 8 else { return nil }
            let size = Self.number(head[..<4])
            guard size == 1 else {
                // 0 is a box to the end of the file.
                isDone = size < 8
                left = max(size - 8, 0)
                return head
            }
            guard head.count == 16 else { return nil }
            let long = Self.number(head[8...])
            guard long >= 16, long - 8 <= Int(UInt32.max) else {
                isDone = true
                return head
            }
            left = long - 16
            return (0..<4).map { UInt8(truncatingIfNeeded: (long - 8) >> (24 - 8 * $0)) }
                + head[4..<8]
        }

        /// A number of up to eight bytes, −1 where it is larger than a file.
        private static func number(_ bytes: ArraySlice<UInt8>) -> Int {
            let value = bytes.reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
            return Int(exactly: value) ?? -1
        }
    }

    extension ByteBlock {
        /// The file as the library is to get it; itself where nothing is to be changed.
        func withShortBoxes() -> ByteBlock {
            withUnsafeBytes { bytes in
                var boxes = JPEGXLBoxes()
                return boxes.changed(bytes).map { ByteBlock(copying: $0) } ?? self
            }
        }
    }
#endif
