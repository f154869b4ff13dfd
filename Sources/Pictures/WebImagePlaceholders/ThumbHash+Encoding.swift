public import WebImagePixels

extension ThumbHash {
    /// Computes the hash of an image; one with a side of more than 100 pixels is reduced first.
    ///
    /// - Parameter bitmap: The image, upright, in sRGB.
    public init(of bitmap: Bitmap) {
        let picture = bitmap.reducedForPlaceholder()
        let samples = picture.samples
        let area = Double(samples.count)
        let sum = samples.reduce(SIMD4.zero, +)
        let hasAlpha = sum.w < area
        let mean = sum.w > 0 ? sum / sum.w : sum
        let shape = Shape(picture.size, hasAlpha: hasAlpha)
        let (columns, rows) = shape.lightness(atLeast: 3)
        let series = CosineSeries(
            size: picture.size,
            frequencies: PixelSize(width: max(columns, 5), height: max(rows, 5)), phase: 0.5)
        let factors = series.analyze(
            samples.map { Self.channels(of: $0 + mean * (1 - $0.w), alpha: $0.w) })

        let lightness = Kept(factors, 0, columns, rows)
        let yellow = Kept(factors, 1, 3, 3)
        let red = Kept(factors, 2, 3, 3)
        let alpha = hasAlpha ? Kept(factors, 3, 5, 5) : nil
        let header = ThumbHashHeader(
            lightness: .init(
                mean: Self.step(63 * lightness.mean), scale: Self.step(31 * lightness.scale)),
            yellow: .init(
                mean: Self.step(31.5 + 31.5 * yellow.mean), scale: Self.step(63 * yellow.scale)),
            red: .init(
                mean: Self.step(31.5 + 31.5 * red.mean), scale: Self.step(63 * red.scale)),
            alpha: alpha.map {
                .init(mean: Self.step(15 * $0.mean), scale: Self.step(15 * $0.scale))
            },
            isLandscape: shape.isLandscape, shortFrequencies: shape.short)
        self.init(
            header: header,
            nibbles: ([lightness, yellow, red] + (alpha.map { [$0] } ?? [])).flatMap(\.nibbles))
    }

    /// Returns lightness, yellow against blue, red against green, alpha.
    private static func channels(of color: SIMD4<Double>, alpha: Double) -> SIMD4<Double> {
        let sum = color.x + color.y
        return SIMD4((sum + color.z) / 3, sum / 2 - color.z, color.x - color.y, alpha)
    }

    /// Rounds halves up, as in the reference implementation.
    fileprivate static func step(_ value: Double) -> Int { Int((value + 0.5).rounded(.down)) }
}

/// The numbers of lightness frequencies for a picture of some size.
private struct Shape {
    let isLandscape: Bool
    let short: Int
    private let long: Int

    init(_ size: PixelSize, hasAlpha: Bool) {
        long = hasAlpha ? 5 : 7
        isLandscape = size.width > size.height
        let ratio =
            Double(min(size.width, size.height)) / Double(max(size.width, size.height))
        short = max(1, ThumbHash.step(Double(long) * ratio))
    }

    func lightness(atLeast least: Int) -> (columns: Int, rows: Int) {
        let (long, short) = (max(long, least), max(short, least))
        return isLandscape ? (long, short) : (short, long)
    }
}

/// The stored values of one channel.
private struct Kept {
    let mean: Double
    let scale: Double
    let nibbles: [UInt8]

    init(_ factors: [[SIMD4<Double>]], _ channel: Int, _ columns: Int, _ rows: Int) {
        let values = ThumbHashHeader.frequencies(columns, rows).map {
            factors[$0.row][$0.column][channel]
        }
        let scale = values.reduce(0) { max($0, abs($1)) }
        mean = factors[0][0][channel]
        self.scale = scale
        nibbles = values.map { value in
            UInt8(ThumbHash.step(15 * (scale > 0 ? 0.5 + 0.5 / scale * value : 0)))
        }
    }
}
