import WebImageLoading
import WebImagePipeline
import WebImagePixels

/// The limits of results and parameters, so that a hostile spelling cannot exhaust memory.
enum ResultLimits {
    /// The most pixels of a result, as of a decoded picture.
    static let pixelCount = 100_000_000
    /// The most bytes of its pixels, as of a decoded picture.
    static let byteCount = TransformChain.mostResultBytes
    /// The longest side of a parameter.
    static let side = 1 << 24
    /// The longest side of a result: scaling keeps weights for each row and column.
    static let resultSide = 1 << 20

    /// Refuses a result of too many pixels.
    static func check(
        _ size: PixelSize, as format: SampleFormat = .bgra8, for transform: some SpelledTransform
    ) throws(TransformFailure) {
        guard size.area <= pixelCount, max(size.width, size.height) <= resultSide,
            Bitmap.byteCount(of: size, as: format) <= byteCount
        else {
            throw transform.failure(
                "expected a result of at most \(pixelCount / 1_000_000) megapixels and \(byteCount >> 20) MB, found \(size)"
            )
        }
    }

    /// Returns the fault of a size, of which one side may be 0; `nil` if it is valid.
    static func fault(of size: PixelSize) -> String? {
        let sides = 0...side
        guard sides.contains(size.width), sides.contains(size.height), size.width + size.height > 0
        else { return "expected sides up to \(side), at most one omitted, found \(size)" }
        return nil
    }

    /// Returns the fault of a number; `nil` if it is valid.
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
    /// The form of a size, for errors.
    static let expected = "a size such as 320x240, 320x or x240"
}
