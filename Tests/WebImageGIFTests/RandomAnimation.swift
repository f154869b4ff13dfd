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
        /// The first one widens the canvas, as in browsers. Some are interlaced, partly transparent
        /// or cover the canvas; some have own palettes.
        init(seed: UInt64, frames count: Int, size: PixelSize = PixelSize(width: 7, height: 9)) {
            var random = SplitMix(state: seed)
            var size = size
            var gif = GIFBuilder(width: size.width, height: size.height)
            gif.loop(0)
            var canvas: [SIMD4<UInt8>] = []
            var canvases: [[SIMD4<UInt8>]] = []
            for index in 0..<count {
                let frame = Frame(index, of: size, &random)
                frame.write(to: &gif)
                if index == 0 {
                    size = PixelSize(
                        width: max(size.width, frame.rect.x + frame.rect.size.width),
                        height: max(size.height, frame.rect.y + frame.rect.size.height))
                    canvas = Array(repeating: .zero, count: size.area)
                }
                let before = canvas
                frame.draw(on: &canvas, of: size)
                canvases.append(canvas)
                if frame.disposal >= 3 { canvas = before }
                if frame.disposal == 2 { frame.clear(&canvas, of: size) }
            }
            bytes = gif.finished()
            self.canvases = canvases
            self.size = size
        }

        /// A frame of random pixels anywhere on the canvas.
        private struct Frame {
            let index: Int
            let rect: PixelRect
            let transparent: UInt8?
            let disposal: UInt8
            let isInterlaced: Bool
            let palette: [UInt8]?
            let rows: [[UInt8]]

            init(_ index: Int, of size: PixelSize, _ random: inout SplitMix) {
                self.index = index
                let covers = index % 5 == 3
                rect = PixelRect(
                    x: covers ? 0 : random.below(size.width), y: covers ? 0 : random.below(9),
                    size: covers
                        ? size : PixelSize(width: 1 + random.below(9), height: 1 + random.below(9)))
                transparent = random.below(2) == 0 ? nil : UInt8(random.below(4))
                disposal = UInt8(random.below(5))
                isInterlaced = random.below(2) == 0
                palette = random.below(3) > 0 ? nil : (0..<12).map { _ in UInt8(random.below(256)) }
                let (width, height) = (rect.size.width, rect.size.height)
                rows = (0..<height).map { _ in (0..<width).map { _ in UInt8(random.below(4)) } }
            }

            func write(to gif: inout GIFBuilder) {
                gif.control(delay: index, transparent: transparent, disposal: disposal)
                let order = isInterlaced ? interlaced(rect.size.height) : Array(rows.indices)
                gif.frame(
                    x: rect.x, y: rect.y, width: rect.size.width, height: rect.size.height,
                    indices: order.flatMap { rows[$0] }, localPalette: palette,
                    interlaced: isInterlaced)
            }

            func draw(on canvas: inout [SIMD4<UInt8>], of size: PixelSize) {
                let colors = palette ?? GIFBuilder.palette
                for (y, row) in rows.enumerated() where rect.y + y < size.height {
                    for (x, value) in row.enumerated()
                    where rect.x + x < size.width && value != transparent {
                        let at = Int(value) * 3
                        canvas[(rect.y + y) * size.width + rect.x + x] = SIMD4(
                            colors[at + 2], colors[at + 1], colors[at], 255)
                    }
                }
            }

            func clear(_ canvas: inout [SIMD4<UInt8>], of size: PixelSize) {
                for y in rect.y..<max(min(rect.y + rect.size.height, size.height), rect.y) {
                    for x in rect.x..<min(rect.x + rect.size.width, size.width) {
                        canvas[y * size.width + x] = .zero
                    }
                }
            }

            private func interlaced(_ height: Int) -> [Int] {
                [(0, 8), (4, 8), (2, 4), (1, 2)].flatMap { first, step in
                    Array(stride(from: first, to: height, by: step))
                }
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
