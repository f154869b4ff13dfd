import WebImageCoding
import WebImagePipeline
import WebImagePixels
import WebImageTransforms

/// A picture that is drawn on another: `watermark(url,x,y,alpha,widthRatio,heightRatio)`.
struct ThumborWatermark {
    /// A position on one side: `10`, `-10`, `50p`, `center` or `repeat`.
    private struct Position {
        /// 0 for the left or upper edge, 1 for the middle, 2 for the right or lower edge.
        var edge = 0
        /// The pixels, or below 1 the share of the side.
        var distance = 0.0
        var isRepeated = false

        init?(_ text: Substring) {
            switch text {
            case "center": edge = 1
            case "repeat": isRepeated = true
            default:
                let isPercent = text.utf8.last == UInt8(ascii: "p")
                guard let number = Int(isPercent ? text.dropLast() : text), number != .min else {
                    return nil
                }
                edge = text.utf8.first == UInt8(ascii: "-") ? 2 : 0
                let length = Double(min(abs(number), 1 << 24))
                // A share of 1 would be a pixel.
                distance = isPercent ? min(length / 100, 0.999_999) : length
            }
        }
    }

    /// The address of the picture as it stands in the filter.
    let source: Substring
    private let x: Position
    private let y: Position
    private let opacity: Double
    /// The share of the sides that the picture fits; nil for its own size.
    private let scale: Double?

    /// Reads the arguments; nil if one of the first four is missing or has another form.
    init?(_ filter: ThumborFilter) {
        guard filter.arguments.count >= 4, !filter.arguments[0].isEmpty,
            let x = Position(filter.arguments[1]), let y = Position(filter.arguments[2]),
            let alpha = filter.whole(3), alpha >= 0
        else { return nil }
        (source, self.x, self.y) = (filter.arguments[0], x, y)
        opacity = 1 - Double(min(alpha, 100)) / 100
        let ratios = [filter.whole(4), filter.whole(5)].compactMap { $0 }.filter { $0 > 0 }
        scale = ratios.min().map { min(Double($0) / 100, 1) }
    }

    /// Returns the transform that draws the picture of an address.
    ///
    /// A picture that is repeated on one side is repeated on both.
    func transform(of url: String) -> BuiltInTransform {
        if x.isRepeated || y.isRepeated {
            return .composite(url, opacity: opacity, scale: scale, tiles: true)
        }
        return .composite(
            url, at: Gravity(column: x.edge, row: y.edge), x: x.distance, y: y.distance,
            opacity: opacity, scale: scale)
    }
}
