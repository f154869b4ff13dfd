import WebImageCoding
import WebImagePipeline
import WebImagePixels
import WebImageTransforms

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
    mutating func smallTransforms() -> [BuiltInTransform] { transforms(side: 30) }

    /// Returns one of each kind.
    mutating func transforms(side: Int = 5000) -> [BuiltInTransform] {
        [
            resize(Fit.allCases[number(3)], size(upTo: side)),
            .crop(to: size(upTo: side), x: number(2 * side) - side, y: number(2 * side) - side),
            .crop(to: size(upTo: side), at: position()),
            .resize(to: size(upTo: side), fit: .fill, enlarges: number(2) == 0, at: position()),
            .scale(Double(number(1999) + 1) / 1000),
            .rotate(degrees: fraction(2000) - 1000), .flip(FlipDirection.allCases[number(3)]),
            .roundCorners(
                radius: fraction(100), corners: Corners(rawValue: UInt8(number(256))),
                borderWidth: fraction(9), borderColor: color()),
            .circle(borderWidth: fraction(9), borderColor: color()), .blur(fraction(500)),
            .tint(color(), mode: BlendMode.allCases[number(12)]), .grayscale(),
            .pad(to: size(upTo: side), color: color()), .sharpen(fraction(10)),
            .pixelate(number(side)), .brightness(number(511) - 255), .contrast(fraction(64)),
            .saturation(fraction(64)), .sepia(fraction(1)), .background(color()),
            .trim(
                threshold: fraction(255), color: number(2) == 0 ? nil : color(),
                isOfBottomRight: number(2) == 0, isEqualHorizontally: number(2) == 0,
                isEqualVertically: number(2) == 0),
            .sized(
                sizing(side), effects: number(2) == 0 ? [] : [.sharpen(fraction(10)), .sepia()]),
        ]
    }

    /// Returns one of each kind that needs a second picture.
    mutating func overlays() -> [BuiltInTransform] {
        let tiles = number(2) == 0
        return [
            .composite(
                ImageRequest(
                    "http://origin.test/\(number(9))?a=b,c",
                    transforms: number(2) == 0 ? [] : [.pixelate(number(99)), .sepia(fraction(1))]),
                at: Gravity.allCases[number(9)], x: fraction(9), y: fraction(9) - (tiles ? 0 : 9),
                opacity: fraction(1), scale: number(2) == 0 ? nil : fraction(1) / 2 + 0.25,
                tiles: tiles),
            .text(
                String(repeating: "aé<%&,):/\"", count: number(3) + 1), size: fraction(90) + 1,
                color: color(), font: ["sans-serif", "Deja Vu 2", "Ōsaka"][number(3)],
                at: Gravity.allCases[number(9)], x: fraction(9), opacity: fraction(1), tiles: tiles),
        ]
    }

    private mutating func sizing(_ side: Int) -> TargetSizing {
        var rule = TargetSizing(
            TargetSizing.Mode.allCases[number(6)], number(side), number(side))
        rule.enlarges = number(4) == 0
        rule.orientation = Orientation.allCases[number(8)]
        rule.crop = number(2) == 0 ? nil : TargetSizing.Crop(fraction(side), fraction(2))
        rule.position = position()
        rule.canvas = number(2) == 0 ? nil : .box(position())
        rule.padding.left = number(9)
        return rule
    }

    private mutating func position() -> CropPosition {
        switch number(3) {
        case 0: .attention
        case 1: .focus(x: fraction(1), y: fraction(1))
        default: .gravity(Gravity.allCases[number(9)], x: fraction(90) - 45, y: fraction(90) - 45)
        }
    }

    private mutating func resize(_ fit: Fit, _ size: PixelSize) -> BuiltInTransform {
        .resize(
            to: size, fit: fit, enlarges: number(2) == 0,
            filter: ResampleFilter.allCases[number(4)])
    }
}
