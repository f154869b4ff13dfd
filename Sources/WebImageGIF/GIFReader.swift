#if GIF
    import WebImageCoding

    /// Reads the parts of GIF blocks from bytes that may end anywhere.
    ///
    /// Each function returns nil where the bytes end inside its part, and then has moved nothing. It
    /// is used only while the bytes are lent.
    struct GIFReader {
        /// Where the next part is read.
        var offset: Int
        private let bytes: UnsafeRawBufferPointer

        /// A reader at `offset`, which is not behind the end.
        init(_ bytes: UnsafeRawBufferPointer, offset: Int) {
            self.bytes = bytes
            self.offset = offset
        }

        /// How many bytes there are from `offset` on.
        var available: Int { bytes.count - offset }

        /// Whether the bytes begin as GIF87a or GIF89a do.
        var hasSignature: Bool { matches("GIF87a", at: 0) || matches("GIF89a", at: 0) }

        /// The byte `distance` behind the offset.
        func peek(_ distance: Int = 0) -> UInt8? {
            distance < available ? bytes[offset + distance] : nil
        }

        /// The two bytes `distance` behind the offset as a little-endian number; 0 behind the end.
        func word(_ distance: Int) -> UInt16 {
            guard let low = peek(distance), let high = peek(distance + 1) else { return 0 }
            return UInt16(high) << 8 | UInt16(low)
        }

        /// The next byte.
        mutating func uint8() -> UInt8? {
            guard let value = peek() else { return nil }
            offset += 1
            return value
        }

        /// Passes sub-blocks as far as they are whole; true behind the empty one that ends them.
        mutating func skipSubBlocks() -> Bool {
            while let count = peek(), Int(count) < available {
                offset += Int(count) + 1
                if count == 0 { return true }
            }
            return false
        }

        /// The graphic control whose sub-blocks begin here, `.some(nil)` for a useless one; the
        /// reader stays before them.
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

        /// How often an animation plays, 0 for ever, if the application block whose sub-blocks begin
        /// here says so, `.some(nil)` for another one; the reader stays before them.
        func loopCount() -> Int?? {
            guard let length = peek() else { return nil }
            guard length == 11 else { return .some(nil) }
            guard available > 12, let count = peek(12) else { return nil }
            let isLoop =
                matches("NETSCAPE2.0", at: offset + 1) || matches("ANIMEXTS1.0", at: offset + 1)
            guard isLoop, count >= 3 else { return .some(nil) }
            guard available > 15, let kind = peek(13) else { return nil }
            guard kind & 7 == 1 else { return .some(nil) }
            // The file counts the repetitions after the first play.
            return word(14) == 0 ? 0 : Int(word(14)) + 1
        }

        /// The number of colours in the table that the flags of a header announce.
        static func colorCount(_ flags: UInt8) -> Int {
            flags & 0x80 == 0 ? 0 : 2 << Int(flags & 7)
        }

        /// The image descriptor that begins here, passed along with its colour table.
        mutating func frame(globalColorCount: Int, control: GIFControl) -> GIFFrame? {
            guard let flags = peek(9) else { return nil }
            let colorCount = Self.colorCount(flags)
            guard available >= 10 + colorCount * 3 else { return nil }
            let frame = GIFFrame(
                offset: offset, end: offset + 10 + colorCount * 3, origin: (word(1), word(3)),
                size: (word(5), word(7)),
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
