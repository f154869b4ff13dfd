#if GIF
    import CGIF
    import WebImageCoding

    /// A colour table: a palette, followed by a transparent index if needed.
    struct GIFTable {
        /// The colours as 0xRRGGBB.
        let colors: [UInt32]
        /// The index of transparent pixels.
        let transparentIndex: UInt8?

        /// Creates a table of up to 256 colours, 255 with transparency.
        init(_ colors: [UInt32], hasTransparency: Bool) {
            self.colors = colors
            transparentIndex = hasTransparency ? UInt8(colors.count) : nil
        }

        /// Calls `body` with the table in giflib's form, padded with black to a power of two.
        ///
        /// - Throws: The errors of `body`, or `CodecError.encoding` if memory is short.
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
                throw .encoding(.gif, "not enough memory for a colour table")
            }
            defer { GifFreeMapObject(map) }
            try body(map)
        }
    }
#endif
