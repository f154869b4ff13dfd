#if GIF
    import WebImagePixels

    /// Reads the parts of GIF blocks from bytes that may end anywhere.
    ///
    /// It is used only while the bytes are lent.
    struct GIFReader {
        /// Where the next part is read.
        var offset = 0
        /// Where the last sub-block ends that was there as a whole.
        private(set) var blocksEnd = 0
        private let bytes: UnsafeRawBufferPointer

        /// A reader at the first byte.
        init(_ bytes: UnsafeRawBufferPointer) {
            self.bytes = bytes
        }

        /// Whether every byte was read.
        var isAtEnd: Bool { offset >= bytes.count }

        /// Whether the bytes begin as GIF87a or GIF89a do.
        var hasSignature: Bool { matches("GIF87a", at: 0) || matches("GIF89a", at: 0) }

        /// The next byte.
        mutating func uint8() -> UInt8? {
            guard offset < bytes.count else { return nil }
            defer { offset += 1 }
            return bytes[offset]
        }

        /// The next two bytes as a little-endian number.
        mutating func uint16() -> Int? {
            guard let low = uint8(), let high = uint8() else { return nil }
            return Int(high) << 8 | Int(low)
        }

        /// Passes `count` bytes; false, and at the end, where there are fewer.
        mutating func skip(_ count: Int) -> Bool {
            let fits = count <= bytes.count - offset
            offset = fits ? offset + count : bytes.count
            return fits
        }

        /// Passes the colour table that the flags of a header announce.
        mutating func skipColors(_ flags: UInt8) -> Bool {
            flags & 0x80 == 0 || skip(3 << (Int(flags & 7) + 1))
        }

        /// Passes sub-blocks and the empty one that ends them.
        mutating func skipSubBlocks() -> Bool {
            blocksEnd = offset
            while let count = uint8() {
                guard skip(Int(count)) else { return false }
                blocksEnd = offset
                if count == 0 { return true }
            }
            return false
        }

        /// What a graphic control says; the reader stays before its sub-blocks.
        func graphicControl() -> (duration: Duration, transparentIndex: UInt8?)? {
            var reader = self
            guard let count = reader.uint8(), count >= 4, let flags = reader.uint8(),
                let delay = reader.uint16(), let index = reader.uint8()
            else { return nil }
            return (.milliseconds(delay * 10), flags & 1 == 0 ? nil : index)
        }

        /// How often an animation plays, 0 for ever, if this is the application block that says so;
        /// the reader stays before its sub-blocks.
        func loopCount() -> Int? {
            guard
                matches("\u{0B}NETSCAPE2.0", at: offset) || matches("\u{0B}ANIMEXTS1.0", at: offset)
            else { return nil }
            var reader = self
            guard reader.skip(12), let count = reader.uint8(), count >= 3,
                let kind = reader.uint8(), kind & 7 == 1, let repeats = reader.uint16()
            else { return nil }
            // The file counts the repetitions after the first play.
            return repeats == 0 ? 0 : repeats + 1
        }

        /// The image descriptor whose introducer was read, and its colour table passed.
        mutating func frame() -> GIFFrame? {
            let start = offset - 1
            guard let x = uint16(), let y = uint16(), let width = uint16(), let height = uint16(),
                let flags = uint8(), skipColors(flags)
            else { return nil }
            let size = PixelSize(width: width, height: height)
            return GIFFrame(offset: start, end: offset, rect: PixelRect(x: x, y: y, size: size))
        }

        private func matches(_ text: StaticString, at start: Int) -> Bool {
            guard text.utf8CodeUnitCount <= bytes.count - start else { return false }
            return (0..<text.utf8CodeUnitCount).allSatisfy {
                bytes[start + $0] == text.utf8Start[$0]
            }
        }
    }
#endif
