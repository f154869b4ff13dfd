public import WebImagePixels

/// A placeholder of a picture in some 30 characters, to show until the picture is loaded.
///
///     let hash = BlurHash(of: bitmap)
///     page.write(hash.text)                     // "LEHV6nWB2yk8pyo0adR*.7kCMdnj"
///     view.show(BlurHash(text)?.bitmap(PixelSize(width: 32, height: 24)))
///
/// It stores the mean colour and a few cosines of linear light. Unlike ``ThumbHash`` it stores
/// neither aspect ratio nor transparency. The format is https://github.com/woltapp/blurhash.
public struct BlurHash: Hashable, Sendable {
    /// The text of the hash.
    public let text: String
    /// The number of cosines in each direction, 1 to 9.
    public let components: PixelSize

    /// Creates a hash from its text; nil for an invalid character or a wrong length.
    ///
    /// - Parameter text: The text of the hash in base 83.
    public init?(_ text: String) {
        let digits = text.utf8.compactMap(Base83.digit)
        guard digits.count == text.utf8.count, let head = digits.first, head < 81 else {
            return nil
        }
        components = PixelSize(width: head % 9 + 1, height: head / 9 + 1)
        guard digits.count == 4 + 2 * components.width * components.height else { return nil }
        let mean = Base83.number(digits[2..<6])
        let last = stride(from: 6, to: digits.count, by: 2).allSatisfy {
            Base83.number(digits[$0..<$0 + 2]) < 19 * 19 * 19
        }
        guard mean < 1 << 24, last else { return nil }
        self.text = text
    }

    /// Computes the hash of an image; one with a side of more than 100 pixels is reduced first.
    ///
    /// Transparent pixels are drawn on white.
    ///
    /// - Parameters:
    ///   - bitmap: The image, upright, in sRGB.
    ///   - components: The number of cosines in each direction, usually 4 × 3; clamped to 1 to 9.
    public init(of bitmap: Bitmap, components: PixelSize = PixelSize(width: 4, height: 3)) {
        let picture = bitmap.reducedForPlaceholder()
        let components = PixelSize(
            width: min(9, max(1, components.width)), height: min(9, max(1, components.height)))
        let series = CosineSeries(size: picture.size, frequencies: components, phase: 0)
        let factors = series.analyze(
            picture.samples.map { LinearLight.linear($0 + (1 - $0.w)) })
        self.components = components
        text = Self.text(factors, components)
    }

    /// Returns the placeholder.
    ///
    /// - Parameters:
    ///   - size: The width and height in pixels, each at least 1.
    ///   - punch: The factor of contrast: 1 as stored, above stronger, below weaker.
    public func bitmap(_ size: PixelSize, punch: Double = 1) -> Bitmap {
        let factors = factors(punch)
        let series = CosineSeries(size: size, frequencies: components, phase: 0)
        return Bitmap(size: size, isOpaque: true) { x, y in
            var color = LinearLight.encoded(series.sample(factors, x: x, y: y))
            color.w = 1
            return color
        }
    }
}

extension BlurHash {
    private static func text(_ factors: [[SIMD4<Double>]], _ components: PixelSize) -> String {
        // A cosine's mean square is one half, so its factor is twice the mean.
        let varying = factors.flatMap { $0 }.dropFirst().map { $0 * 2 }
        let largest = varying.reduce(0) { max($0, abs($1.x), abs($1.y), abs($1.z)) }
        let scale = varying.isEmpty ? 0 : min(82, max(0, Int((largest * 166 - 0.5).rounded(.down))))
        var text = Base83.text(components.width - 1 + (components.height - 1) * 9, 1)
        text += Base83.text(scale, 1)
        let mean = LinearLight.steps(factors[0][0])
        text += Base83.text(mean.x << 16 | mean.y << 8 | mean.z, 4)
        let unit = varying.isEmpty ? 1 : Double(scale + 1) / 166
        for factor in varying {
            let steps = (0..<3).map { Self.step(factor[$0] / unit) }
            text += Base83.text((steps[0] * 19 + steps[1]) * 19 + steps[2], 2)
        }
        return text
    }

    /// Returns 0 to 18: the root of a value between -1 and 1, with its sign.
    private static func step(_ value: Double) -> Int {
        let root = abs(value).squareRoot() * (value < 0 ? -1 : 1)
        return min(18, max(0, Int((root * 9 + 9.5).rounded(.down))))
    }

    /// Returns the factor of each cosine: `[row][column]`.
    private func factors(_ punch: Double) -> [[SIMD4<Double>]] {
        let digits = text.utf8.compactMap(Base83.digit)
        let unit = Double(digits[1] + 1) / 166 * punch
        let mean = Base83.number(digits[2..<6])
        let varying = stride(from: 6, to: digits.count, by: 2).map { start in
            let number = Base83.number(digits[start..<start + 2])
            let steps = SIMD4(
                Double(number / 361), Double(number / 19 % 19), Double(number % 19), 9)
            let roots = (steps - 9) / 9
            return roots * roots.replacing(with: -roots, where: roots .< 0) * unit
        }
        let constant = LinearLight.linear(
            SIMD4(Double(mean >> 16), Double(mean >> 8 & 255), Double(mean & 255), 255) / 255)
        let all = [constant] + varying
        return (0..<components.height).map {
            Array(all[$0 * components.width..<($0 + 1) * components.width])
        }
    }
}
