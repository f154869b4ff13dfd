#if JPEGXL
    import CJPEGXLShim
    import WebImageCoding

    /// A filter that rewrites 64-bit box sizes as 32-bit ones, since libjxl 0.7 miscounts them.
    ///
    /// It follows the boxes of the container (ISO/IEC 14496-12, section 4.2) through bytes that
    /// arrive in chunks. A codestream without boxes is passed unchanged.
    struct JPEGXLBoxes {
        /// The beginning of an incomplete box header.
        private var head: [UInt8] = []
        /// The number of bytes left in the current box.
        private var left = 0
        /// `true` if the rest is passed unchanged: a codestream, the last box, or no valid box;
        /// with libjxl 0.11 and later from the start.
        private var isDone = JPEGXL_MAJOR_VERSION > 0 || JPEGXL_MINOR_VERSION >= 11
        private var hasBegun = false

        /// Returns the next bytes for the library; nil if they are unchanged.
        mutating func changed(_ bytes: UnsafeRawBufferPointer) -> [UInt8]? {
            if !hasBegun, let first = bytes.first {
                hasBegun = true
                isDone = isDone || first == 0xFF
            }
            guard !isDone else { return nil }
            // Allocated only for a change, since most files pass without a copy.
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

        /// Begins a box; returns the header to write, or nil while it is incomplete.
        private mutating func finishedHead() -> [UInt8]? {
            guard head.count >= 8 else { return nil }
            let size = Self.number(head[..<4])
            guard size == 1 else {
                // Size 0 is a box to the end of the file.
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

        /// Returns a number of up to eight bytes; −1 if it does not fit `Int`.
        private static func number(_ bytes: ArraySlice<UInt8>) -> Int {
            let value = bytes.reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
            return Int(exactly: value) ?? -1
        }
    }

    extension ByteBlock {
        /// Returns the file for the library; itself if nothing needs a change.
        func withShortBoxes() -> ByteBlock {
            withUnsafeBytes { bytes in
                var boxes = JPEGXLBoxes()
                return boxes.changed(bytes).map { ByteBlock(copying: $0) } ?? self
            }
        }
    }
#endif
