#if GIF
    import TestSupport
    import WebImageCoding
    import WebImagePixels

    /// An animation of random frames, and its canvases by the simplest of composers.
    struct RandomAnimation {
        let bytes: ByteBlock
        let canvases: [[SIMD4<UInt8>]]
        let size: PixelSize

        /// Generates frames anywhere on and around the canvas, of all disposals.
        ///
        /// Some are interlaced, partly transparent or cover the canvas; some have own palettes.
        init(seed: UInt64, frames count: Int, size: PixelSize = PixelSize(width: 7, height: 9)) {
            var random = SplitMix(state: seed)
            var gif = GIFBuilder(width: size.width, height: size.height)
            gif.loop(0)
            var canvas = [SIMD4<UInt8>](repeating: .zero, count: size.area)
            var canvases: [[SIMD4<UInt8>]] = []
            for index in 0..<count {
                let covers = index % 5 == 3
                let rect = PixelRect(
                    x: covers ? 0 : random.below(size.width), y: covers ? 0 : random.below(9),
                    size: covers
                        ? size : PixelSize(width: 1 + random.below(9), height: 1 + random.below(9)))
                let transparent: UInt8? = random.below(2) == 0 ? nil : UInt8(random.below(4))
                let disposal = UInt8(random.below(5))
                let isInterlaced = random.below(2) == 0
                let palette: [UInt8]? =
                    random.below(3) > 0 ? nil : (0..<12).map { _ in UInt8(random.below(256)) }
                let rows = (0..<rect.size.height).map { _ in
                    (0..<rect.size.width).map { _ in UInt8(random.below(4)) }
                }
                gif.control(delay: index, transparent: transparent, disposal: disposal)
                let order = isInterlaced ? Self.interlaced(rect.size.height) : Array(rows.indices)
                gif.frame(
                    x: rect.x, y: rect.y, width: rect.size.width, height: rect.size.height,
                    indices: order.flatMap { rows[$0] }, localPalette: palette,
                    interlaced: isInterlaced)
                let before = canvas
                for (y, row) in rows.enumerated() where rect.y + y < size.height {
                    for (x, value) in row.enumerated()
                    where rect.x + x < size.width && value != transparent {
                        let colors = palette ?? GIFBuilder.palette
                        let at = Int(value) * 3
                        canvas[(rect.y + y) * size.width + rect.x + x] = SIMD4(
                            colors[at + 2], colors[at + 1], colors[at], 255)
                    }
                }
                canvases.append(canvas)
                if disposal >= 3 { canvas = before }
                guard disposal == 2 else { continue }
                for y in rect.y..<max(min(rect.y + rect.size.height, size.height), rect.y) {
                    for x in rect.x..<min(rect.x + rect.size.width, size.width) {
                        canvas[y * size.width + x] = .zero
                    }
                }
            }
            bytes = gif.finished()
            self.canvases = canvases
            self.size = size
        }

        private static func interlaced(_ height: Int) -> [Int] {
            [(0, 8), (4, 8), (2, 4), (1, 2)].flatMap { first, step in
                Array(stride(from: first, to: height, by: step))
            }
        }
    }

    /// A generator with the same numbers on every machine (Steele, Lea and Flood, 2014).
    struct SplitMix {
        var state: UInt64

        /// Returns a number from 0 to one below `bound`.
        mutating func below(_ bound: Int) -> Int {
            state &+= 0x9E37_79B9_7F4A_7C15
            var bits = state
            bits = (bits ^ bits >> 30) &* 0xBF58_476D_1CE4_E5B9
            bits = (bits ^ bits >> 27) &* 0x94D0_49BB_1331_11EB
            return Int((bits ^ bits >> 31) % UInt64(bound))
        }
    }

    /// Returns the pixels row by row.
    func pixels(_ bitmap: Bitmap) -> [SIMD4<UInt8>] {
        (0..<bitmap.size.area).map {
            bitmap[$0 % bitmap.size.width, $0 / bitmap.size.width]
        }
    }
#endif
