#if Server
    import WebImage

    /// The colours that most pixels of a picture are near to.
    enum DominantColors {
        /// Returns the colours as `#rrggbb`, the most frequent first; transparent pixels do not count.
        ///
        /// - Parameter count: The most colours, 1 to 256.
        static func of(_ bitmap: Bitmap, count: Int) -> [String] {
            let rows = rows(of: bitmap)
            var counter = ColorCounter()
            for row in rows { counter.add(row.span) }
            let palette = Palette(of: counter, count: count, rounds: 2)
            guard !palette.colors.isEmpty else { return [] }
            let transparent = UInt8(palette.colors.count)
            var mapper = PaletteMapper(
                palette, width: bitmap.size.width, transparentIndex: transparent, dithers: false)
            var counts = [Int](repeating: 0, count: palette.colors.count + 1)
            var indices = [UInt8](repeating: 0, count: bitmap.size.width)
            for row in rows {
                mapper.map(row.span, into: &indices, at: 0)
                for index in indices { counts[Int(index)] += 1 }
            }
            return palette.colors.indices.filter { counts[$0] > 0 }
                .sorted { (counts[$1], $0) < (counts[$0], $1) }
                .map { index in
                    let color = palette.colors[index]
                    return "#" + Hexadecimal.text(of: [16, 8, 0].map { UInt8(color >> $0 & 255) })
                }
        }

        private static func rows(of bitmap: Bitmap) -> [[UInt32]] {
            let width = bitmap.size.width
            return bitmap.withUnsafeRows { pixels in
                (0..<bitmap.size.height).map { y in
                    [UInt32](unsafeUninitializedCapacity: width) { target, count in
                        target.withMemoryRebound(to: UInt8.self) { bytes in
                            guard let base = bytes.baseAddress else { return }
                            Convert.unpremultiplied(
                                from: pixels + y * bitmap.bytesPerRow, into: base, as: .bgra8,
                                count: width)
                        }
                        count = width
                    }
                }
            }
        }
    }
#endif
