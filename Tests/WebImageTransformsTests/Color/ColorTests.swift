import TestSupport
import Testing
import WebImagePipeline
import WebImagePixels
import WebImageTransforms

/// Transforms of colours next to their formulas in floating point.
struct ColorTests {
    private static let pictures: [Bitmap] = [
        Scene.noise(size: PixelSize(23, 17), seed: 5, isOpaque: true),
        Scene.noise(size: PixelSize(9, 5), seed: 6), .transparency(19, 11), .flat(1, 1, .zero),
    ]

    /// Compares premultiplied pixels with a formula of straight blue, green and red, 0 to 1.
    private func check(
        _ transform: some ImageTransform, within tolerance: Double = 0.52,
        _ formula: (SIMD3<Double>) -> SIMD3<Double>
    ) throws {
        for source in Self.pictures {
            let result = try transform.apply(to: source)
            #expect(result.size == source.size && result.isOpaque == source.isOpaque)
            for (pixel, old) in zip(result.pixels, source.pixels) {
                #expect(pixel.w == old.w)
                guard old.w > 0 else {
                    #expect(pixel == .zero)
                    continue
                }
                let alpha = Double(old.w)
                let straight = SIMD3(Double(old.x), Double(old.y), Double(old.z)) / alpha
                let exact = formula(straight).clamped(lowerBound: .zero, upperBound: .one) * alpha
                for channel in 0..<3 {
                    #expect(
                        abs(Double(pixel[channel]) - exact[channel]) <= tolerance,
                        "\(transform.spelling): \(old) became \(pixel)")
                }
            }
        }
    }

    @Test(arguments: [-255, -100, -1, 0, 1, 40, 255])
    func `brightness adds levels to straight channels`(levels: Int) throws {
        try check(Brightness(levels)) { $0 + Double(levels) / 255 }
    }

    @Test(arguments: [0, 0.3, 1, 1.7, 4, 64])
    func `contrast multiplies the distance to middle grey`(factor: Double) throws {
        try check(Contrast(factor), within: factor > 4 ? 1 : 0.53) { ($0 - 0.5) * factor + 0.5 }
    }

    @Test(arguments: [0, 0.4, 1, 1.5, 10, 64])
    func `saturation multiplies the distance to the luma`(factor: Double) throws {
        try check(Saturation(factor), within: factor > 10 ? 0.6 : 0.52) { pixel in
            let luma = 0.114 * pixel.x + 0.587 * pixel.y + 0.299 * pixel.z
            return SIMD3(repeating: luma) + (pixel - luma) * factor
        }
    }

    @Test func `no saturation is grey, and one of each changes nothing`() throws {
        for source in Self.pictures {
            let gray = try Saturation(0).apply(to: source)
            #expect(ImageComparison(gray, try Grayscale().apply(to: source)).maximum <= 1)
            let same: [any ImageTransform] = [
                Brightness(0), Contrast(1), Saturation(1), Sepia(0), Pixelate(1), Pixelate(0),
            ]
            for transform in same { #expect(try transform.apply(to: source) == source) }
        }
    }

    @Test(arguments: [0, 0.25, 1])
    func `sepia mixes the matrix of CSS`(amount: Double) throws {
        try check(Sepia(amount)) { pixel in
            let (blue, green, red) = (pixel.x, pixel.y, pixel.z)
            let rest = 1 - amount
            return SIMD3(
                (0.272 - 0.272 * rest) * red + (0.534 - 0.534 * rest) * green
                    + (0.131 + 0.869 * rest) * blue,
                (0.349 - 0.349 * rest) * red + (0.686 + 0.314 * rest) * green
                    + (0.168 - 0.168 * rest) * blue,
                (0.393 + 0.607 * rest) * red + (0.769 - 0.769 * rest) * green
                    + (0.189 - 0.189 * rest) * blue)
        }
    }

    @Test(arguments: [RGBAColor.white, .clear, RGBAColor(red: 9, green: 99, blue: 255, alpha: 128)])
    func `a background shows where the picture is transparent`(color: RGBAColor) throws {
        for source in Self.pictures {
            let result = try Background(color).apply(to: source)
            #expect(result.isPremultiplied)
            #expect(result.isOpaque == (source.isOpaque || color.alpha == 255))
            let share = Double(color.alpha) / 255
            let below =
                SIMD4(Double(color.blue), Double(color.green), Double(color.red), 255) * share
            for (pixel, old) in zip(result.pixels, source.pixels) {
                let exact = SIMD4<Double>(old) + below * (1 - Double(old.w) / 255)
                for channel in 0..<4 {
                    #expect(abs(Double(pixel[channel]) - exact[channel]) <= 1.01)
                }
            }
        }
    }

    @Test(arguments: BlendMode.allCases, [0, 100, 255] as [UInt8])
    func `a tint mixes as the mode says`(mode: BlendMode, alpha: UInt8) throws {
        let color = RGBAColor(red: 250, green: 100, blue: 0, alpha: alpha)
        let top = SIMD3(0.0, 100.0 / 255, 250.0 / 255)
        let share = Double(alpha) / 255
        for isOpaque in [true, false] {
            let source = Scene.noise(size: PixelSize(31, 17), seed: 7, isOpaque: isOpaque)
            let result = try Tint(color, mode: mode).apply(to: source)
            for (pixel, old) in zip(result.pixels, source.pixels) where old.w > 0 {
                #expect(pixel.w == old.w)
                for channel in 0..<3 {
                    // A level of a translucent pixel is one of several straight ones.
                    let straight = [-0.5, 0, 0.5].map { offset in
                        min(max((Double(old[channel]) + offset) / Double(old.w), 0), 1)
                    }
                    let mixed = straight.map { below in
                        below + share * (Self.mix(below, top[channel], mode) - below)
                    }
                    let exact = mixed.map { $0 * Double(old.w) }
                    let found = Double(pixel[channel])
                    if isOpaque {
                        #expect(abs(found - exact[1]) <= 0.51)
                    } else {
                        #expect(
                            found >= (exact.min() ?? 0) - 0.8 && found <= (exact.max() ?? 0) + 0.8)
                    }
                }
            }
            #expect(result.isPremultiplied)
        }
    }

    /// The formulas of "Compositing and Blending Level 1".
    private static func mix(_ b: Double, _ s: Double, _ mode: BlendMode) -> Double {
        switch mode {
        case .normal: s
        case .multiply: b * s
        case .screen: 1 - (1 - b) * (1 - s)
        case .overlay: mix(s, b, .hardLight)
        case .darken: min(b, s)
        case .lighten: max(b, s)
        case .colorDodge: b == 0 ? 0 : s == 1 ? 1 : min(1, b / (1 - s))
        case .colorBurn: b == 1 ? 1 : s == 0 ? 0 : 1 - min(1, (1 - b) / s)
        case .hardLight: s <= 0.5 ? 2 * b * s : 1 - 2 * (1 - b) * (1 - s)
        case .softLight:
            s <= 0.5
                ? b - (1 - 2 * s) * b * (1 - b)
                : b + (2 * s - 1)
                    * ((b <= 0.25 ? 16 * b * b * b - 12 * b * b + 4 * b : b.squareRoot()) - b)
        case .difference: abs(b - s)
        case .exclusion: b + s - 2 * b * s
        }
    }

    @Test(arguments: [(1, 1), (7, 5), (24, 12), (25, 13), (40, 3)], [2, 3, 12, 100])
    func `blocks have the mean of their pixels, mirrored at the edges`(
        sides: (Int, Int), side: Int
    ) throws {
        let source = Scene.noise(size: PixelSize(sides.0, sides.1), seed: 8)
        let result = try Pixelate(side).apply(to: source)
        /// Returns how often each pixel counts in the block of another one.
        func times(_ place: Int, _ length: Int) -> [Double] {
            var times = [Double](repeating: 0, count: length)
            let first = place / side * side
            for pixel in first..<first + side {
                let turn = pixel % (2 * length)
                times[turn < length ? turn : 2 * length - 1 - turn] += 1 / Double(side)
            }
            return times
        }
        let columns = (0..<sides.0).map { times($0, sides.0) }
        for y in 0..<sides.1 {
            let rows = times(y, sides.1)
            for x in 0..<sides.0 {
                var mean = SIMD4<Double>.zero
                for (line, share) in rows.enumerated() where share > 0 {
                    for (column, other) in columns[x].enumerated() where other > 0 {
                        mean += SIMD4<Double>(source[column, line]) * share * other
                    }
                }
                for channel in 0..<4 {
                    #expect(abs(Double(result[x, y][channel]) - mean[channel]) <= 0.501)
                }
            }
        }
    }

    @Test func `a block larger than the picture has its mean everywhere`() throws {
        let source = Scene.noise(size: PixelSize(7, 5), seed: 3)
        let result = try Pixelate(1 << 24).apply(to: source)
        #expect(result == .flat(7, 5, result[0, 0]))
    }

    @Test(arguments: [
        "brightness(256)", "brightness(-256)", "contrast(-1)", "contrast(65)", "saturation(65)",
        "saturation(nan)",
        "sepia(1.1)", "sharpen(11)", "pixelate(-1)", "trim(256)", "trim(-1)",
        "tint(#112233,mode:x)",
    ])
    func `parameters out of range are refused`(_ spelling: String) {
        #expect(throws: VocabularyError.self) { try Vocabulary.standard.read(spelling) }
    }
}

extension SIMD3<Double> {
    fileprivate static var one: Self { Self(repeating: 1) }
}
