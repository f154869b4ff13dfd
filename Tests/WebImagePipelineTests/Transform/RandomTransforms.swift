import WebImagePipeline
import WebImagePixels

/// A repeatable sequence of random transforms.
struct RandomTransforms {
    private var state: UInt64

    init(state: UInt64) {
        self.state = state
    }

    mutating func number(_ bound: Int) -> Int {
        state ^= state << 13
        state ^= state >> 7
        state ^= state << 17
        return Int(state % UInt64(bound))
    }

    mutating func fraction(_ bound: Int) -> Double {
        number(2) == 0 ? Double(number(bound)) : Double(number(bound * 1000)) / 1000
    }

    mutating func size(upTo side: Int) -> PixelSize {
        let width = number(3) == 0 ? 0 : number(side) + 1
        return PixelSize(width: width, height: width == 0 || number(3) > 0 ? number(side) + 1 : 0)
    }

    mutating func color() -> RGBAColor {
        RGBAColor(
            red: UInt8(number(256)), green: UInt8(number(256)), blue: UInt8(number(256)),
            alpha: number(2) == 0 ? 255 : UInt8(number(256)))
    }

    /// Returns one of each kind, with small results.
    mutating func smallTransforms() -> [any SpelledTransform] { transforms(side: 30) }

    /// Returns one of each kind.
    mutating func transforms(side: Int = 5000) -> [any SpelledTransform] {
        [
            Resize(
                Fit.allCases[number(3)], size(upTo: side), enlarges: number(2) == 0,
                filter: ResampleFilter.allCases[number(4)]),
            Crop(size(upTo: side), x: number(2 * side) - side, y: number(2 * side) - side),
            Rotate(degrees: fraction(2000) - 1000), Flip(Flip.Sides.allCases[number(3)]),
            RoundCorners(
                fraction(100), corners: Corners(rawValue: UInt8(number(256))),
                borderWidth: fraction(9), borderColor: color()),
            Circle(borderWidth: fraction(9), color: color()), Blur(fraction(500)), Tint(color()),
            Grayscale(), Pad(size(upTo: side), color()),
        ]
    }
}
