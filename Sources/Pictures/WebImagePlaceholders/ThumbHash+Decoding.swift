public import WebImagePixels

extension ThumbHash {
    /// Returns the placeholder, in the approximate aspect ratio of the image.
    ///
    /// - Parameter longSide: The longer side in pixels; 32 as in the reference implementation.
    /// - Precondition: `longSide` is at least 1.
    public func bitmap(longSide: Int = 32) -> Bitmap {
        let ratio = aspectRatio
        let size = PixelSize(
            width: max(1, Int((ratio > 1 ? Double(longSide) : Double(longSide) * ratio).rounded())),
            height: max(
                1, Int((ratio > 1 ? Double(longSide) / ratio : Double(longSide)).rounded())))
        let factors = factors
        let series = CosineSeries(
            size: size, frequencies: PixelSize(width: factors[0].count, height: factors.count),
            phase: 0.5)
        return Bitmap(size: size, isOpaque: !hasAlpha) { x, y in
            Self.color(of: series.sample(factors, x: x, y: y))
        }
    }

    /// The mean colour: red, green, blue, alpha from 0 to 1, not premultiplied.
    public var meanColor: SIMD4<Double> {
        var color = Self.color(of: means)
        if color.w > 0 { color /= SIMD4(color.w, color.w, color.w, 1) }
        return color
    }

    private var means: SIMD4<Double> {
        SIMD4(
            Double(header.lightness.mean) / 63, Double(header.yellow.mean) / 31.5 - 1,
            Double(header.red.mean) / 31.5 - 1, header.alpha.map { Double($0.mean) / 15 } ?? 1)
    }

    /// The factor of each frequency, all channels together: `[row][column]`.
    private var factors: [[SIMD4<Double>]] {
        let (columns, rows) = header.lightnessFrequencies(atLeast: 3)
        var factors = Array(
            repeating: Array(repeating: SIMD4<Double>.zero, count: max(columns, 5)),
            count: max(rows, 5))
        factors[0][0] = means
        var rest = nibbles[...]
        // As in the reference implementation, amplified to compensate for the paleness of rounding.
        let channels = [
            (columns, rows, Double(header.lightness.scale) / 31),
            (3, 3, Double(header.yellow.scale) / 63 * 1.25),
            (3, 3, Double(header.red.scale) / 63 * 1.25),
            (5, 5, Double(header.alpha?.scale ?? 0) / 15),
        ]
        for (channel, (columns, rows, scale)) in channels.enumerated()
        where channel < 3 || hasAlpha {
            for (column, row) in ThumbHashHeader.frequencies(columns, rows) {
                let value = (Double(rest.popFirst() ?? 0) / 7.5 - 1) * scale
                // A cosine's mean square is one half, so its factor is twice the mean.
                factors[row][column][channel] = 2 * value
            }
        }
        return factors
    }

    /// Returns red, green, blue, premultiplied, and alpha.
    private static func color(of channels: SIMD4<Double>) -> SIMD4<Double> {
        let blue = channels.x - 2 / 3 * channels.y
        let red = (3 * channels.x - blue + channels.z) / 2
        let straight = SIMD4(red, red - channels.z, blue, 1)
            .clamped(lowerBound: .zero, upperBound: .one)
        let alpha = min(1, max(0, channels.w))
        return straight * alpha
    }
}
