#if GIF
    import CGIF
    import WebImageCoding

    /// A colour table: a palette, and an index for transparency behind it where one is needed.
    struct GIFTable {
        /// The colours as 0xRRGGBB.
        let colors: [UInt32]
        /// The index that leaves a pixel transparent.
        let transparentIndex: UInt8?

        /// Up to 256 colours, 255 with transparency.
        init(_ colors: [UInt32], hasTransparency: Bool) {
            self.colors = colors
            transparentIndex = hasTransparency ? UInt8(colors.count) : nil
        }

        /// Calls `body` with the table as giflib takes it: a power of two of colours, black behind
        /// those that count.
        ///
        /// - Throws: What `body` throws, or `CodecError.encoding` without memory.
        func withMap(
            _ body: (UnsafeMutablePointer<ColorMapObject>) throws(CodecError) -> Void
        ) throws(CodecError) {
            let bits = GifBitSize(Int32(max(colors.count + (transparentIndex == nil ? 0 : 1), 2)))
            var entries = colors.map { color in
                GifColorType(
                    Red: UInt8(color >> 16 & 255), Green: UInt8(color >> 8 & 255),
                    Blue: UInt8(color & 255))
            }
            while entries.count < 1 << bits { entries.append(GifColorType()) }
            guard let map = GifMakeMapObject(Int32(entries.count), entries) else {
                throw .encoding(.gif, "no memory for a colour table")
            }
            defer { GifFreeMapObject(map) }
            try body(map)
        }
    }
#endif
