import WebImageCaching
import WebImageLoading
import WebImagePixels

/// How large a result or a parameter may be, so that a stranger's spelling cannot exhaust memory.
enum ResultLimits {
    /// The most pixels a transform makes: what a decoder accepts, too.
    static let pixelCount = 100_000_000
    /// The most bytes its pixels take: what a decoder accepts, too.
    static let byteCount = 512 << 20
    /// The longest side that can be asked for.
    static let side = 1 << 24
    /// The longest side of a result: scaling keeps weights for each row and column.
    static let resultSide = 1 << 20

    /// Refuses a result of too many pixels.
    static func check(
        _ size: PixelSize, for transform: some SpelledTransform
    ) throws(TransformFailure) {
        guard size.area <= pixelCount, max(size.width, size.height) <= resultSide,
            Bitmap.byteCount(of: size) <= byteCount
        else {
            throw transform.failure(
                "expected a result of at most \(pixelCount / 1_000_000) megapixels and \(byteCount >> 20) MB, found \(size)"
            )
        }
    }

    /// What is wrong with a size one of whose sides may be 0.
    static func fault(of size: PixelSize) -> String? {
        let sides = 0...side
        guard sides.contains(size.width), sides.contains(size.height), size != PixelSize.zero
        else { return "expected sides up to \(side), one of them free at most, found \(size)" }
        return nil
    }

    /// What is wrong with a number.
    static func fault(
        of value: Double, _ name: String, upTo limit: Double = Double(side)
    ) -> String? {
        guard value >= 0, value <= limit else {
            return "expected \(name) between 0 and \(limit.spelling), found \(value)"
        }
        return nil
    }
}

extension PixelSize {
    /// No pixel in either direction: both sides free.
    static let zero = PixelSize(width: 0, height: 0)
    /// What errors say was expected.
    static let expected = "a size such as 320x240, 320x or x240"
}
