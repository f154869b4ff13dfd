#if GIF
    import WebImageCoding

    /// A reader of the parts of GIF blocks from bytes that may be incomplete.
    ///
    /// Each function returns nil if its part is incomplete, and then does not advance. The reader
    /// is valid only while the bytes are lent.
    struct GIFReader {
        /// The offset of the next part.
        var offset: Int
        private let bytes: UnsafeRawBufferPointer

        /// Creates a reader at `offset`, which is not past the end.
        init(_ bytes: UnsafeRawBufferPointer, offset: Int) {
            self.bytes = bytes
            self.offset = offset
        }

        /// The number of bytes from `offset` to the end.
        var available: Int { bytes.count - offset }

        /// `true` if the bytes begin with GIF87a or GIF89a.
        var hasSignature: Bool { matches("GIF87a", at: 0) || matches("GIF89a", at: 0) }

        /// Returns the byte at `distance` from the offset.
        func peek(_ distance: Int = 0) -> UInt8? {
            distance < available ? bytes[offset + distance] : nil
        }

        /// Returns two bytes at `distance` from the offset, little-endian; 0 past the end.
        func word(_ distance: Int) -> UInt16 {
            guard let low = peek(distance), let high = peek(distance + 1) else { return 0 }
            return UInt16(high) << 8 | UInt16(low)
        }

        /// Skips complete sub-blocks; returns `true` after the empty one that ends them.
        mutating func skipSubBlocks() -> Bool {
            while let count = peek(), Int(count) < available {
                offset += Int(count) + 1
                if count == 0 { return true }
            }
            return false
        }

        /// Reads the graphic control whose sub-blocks begin here, without advancing; `.some(nil)`
        /// if it is too short.
        func graphicControl() -> GIFControl?? {
            guard let count = peek() else { return nil }
            guard count >= 4 else { return .some(nil) }
            guard let flags = peek(1), let index = peek(4) else { return nil }
            let disposal: FrameLayout.Disposal =
                switch flags >> 2 & 7 {
                case 2: .clear
                case 3, 4: .restore
                default: .keep
                }
            return GIFControl(
                hundredths: word(2), transparentIndex: flags & 1 == 0 ? nil : index,
                disposal: disposal)
        }

        /// Reads the loop count of the application block here, 0 for infinite, without advancing;
        /// `.some(nil)` for a block of another kind.
        func loopCount() -> Int?? {
            guard let length = peek() else { return nil }
            guard length == 11 else { return .some(nil) }
            guard available > 12, let count = peek(12) else { return nil }
            let isLoop =
                matches("NETSCAPE2.0", at: offset + 1) || matches("ANIMEXTS1.0", at: offset + 1)
            guard isLoop, count >= 3 else { return .some(nil) }
            guard available > 15, let kind = peek(13) else { return nil }
            guard kind & 7 == 1 else { return .some(nil) }
            // The file stores the repetitions after the first play.
            return word(14) == 0 ? 0 : Int(word(14)) + 1
        }

        /// Returns the number of colours in the table that the flags of a header announce.
        static func colorCount(_ flags: UInt8) -> Int {
            flags & 0x80 == 0 ? 0 : 2 << Int(flags & 7)
        }

        /// Reads the image descriptor and its colour table.
        mutating func frame(globalColorCount: Int, control: GIFControl) -> GIFFrame? {
            guard let flags = peek(9) else { return nil }
            let colorCount = Self.colorCount(flags)
            guard available >= 10 + colorCount * 3 else { return nil }
            let frame = GIFFrame(
                offset: offset, end: offset + 10 + colorCount * 3, origin: (word(1), word(3)),
                size: (word(5), word(7)), isInterlaced: flags & 0x40 != 0,
                colorCount: colorCount > 0 ? colorCount : globalColorCount, control: control)
            offset = frame.end
            return frame
        }

        private func matches(_ text: StaticString, at start: Int) -> Bool {
            guard text.utf8CodeUnitCount <= bytes.count - start else { return false }
            return (0..<text.utf8CodeUnitCount).allSatisfy {
                bytes[start + $0] == text.utf8Start[$0]
            }
        }
    }
#endif
