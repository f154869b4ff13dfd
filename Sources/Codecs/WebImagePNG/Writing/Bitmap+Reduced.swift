#if PNG
    import WebImageCoding
    import WebImagePixels

    extension Bitmap {
        /// Returns the picture in fewer colours, dithered; nil for one with translucent pixels.
        ///
        /// - Parameter most: The most colours, transparency included; clamped to 2 to 256.
        /// - Throws: `CodecError.cancelled`, or `limit` if the system refuses the memory.
        func reduced(toColors most: Int) throws(CodecError) -> Bitmap? {
            var counter = ColorCounter()
            for y in 0..<size.height {
                if y & 63 == 0, Task.isCancelled { throw .cancelled }
                let row = straightRow(y)
                guard isOpaque || row.allSatisfy({ $0 >> 24 == 0 || $0 >> 24 == 255 }) else {
                    return nil
                }
                counter.add(row.span)
            }
            let count = min(max(most, 2), 256) - (counter.hasTransparency ? 1 : 0)
            let palette = Palette(of: counter, count: count, rounds: 2)
            // Transparent pixels are all zeros.
            let colors = palette.colors.map { $0 | 0xFF00_0000 } + [0]
            var mapper = PaletteMapper(
                palette, width: size.width, transparentIndex: UInt8(clamping: palette.colors.count),
                dithers: true)
            var result = try Bitmap(decoding: size, colorSpace: colorSpace, isOpaque: isOpaque)
            let stride = result.bytesPerRow
            var indices = [UInt8](repeating: 0, count: size.width)
            for y in 0..<size.height {
                if y & 63 == 0, Task.isCancelled { throw .cancelled }
                mapper.map(straightRow(y).span, into: &indices, at: 0)
                result.withUnsafeMutableRows { rows in
                    let row = UnsafeMutableRawPointer(rows + y * stride)
                    for (x, index) in indices.enumerated() {
                        row.storeBytes(
                            of: colors[Int(index)], toByteOffset: 4 * x, as: UInt32.self)
                    }
                }
            }
            return result
        }
    }
#endif
