import WebImage
import WebImageComparison

/// The properties of a generated picture, which follow from its number.
struct PictureRecipe: Sendable {
    let number: Int
    let palette: Scene.Palette
    let motif: Scene.Motif
    /// Random bits for the details.
    let seed: UInt32

    init(_ number: Int) {
        self.number = number
        var bits = UInt64(truncatingIfNeeded: number) &+ 0x9E37_79B9_7F4A_7C15
        bits = (bits ^ bits >> 30) &* 0xBF58_476D_1CE4_E5B9
        bits = (bits ^ bits >> 27) &* 0x94D0_49BB_1331_11EB
        bits ^= bits >> 31
        let (palettes, motifs) = (Scene.Palette.all, Scene.Motif.allCases)
        palette = palettes[Int(bits % UInt64(palettes.count))]
        motif = motifs[Int(bits >> 20) % motifs.count]
        seed = UInt32(truncatingIfNeeded: bits >> 32)
    }

    /// The name: colours, motif and number, such as `amber hills 00042.jpg`.
    var name: String {
        let digits = String(number)
        let zeros = String(repeating: "0", count: max(5 - digits.count, 0))
        return "\(palette.name) \(motif.rawValue) \(zeros)\(digits).\(suffix)"
    }

    /// `true` if the picture moves.
    var isAnimated: Bool { number % 9 == 4 }
    /// `true` if the server sends the picture within two seconds.
    var isSlow: Bool { number % 8 == 5 }

    var format: ImageFormat {
        if isAnimated { return number % 27 == 13 ? .apng : .gif }
        if isSlow { return .jpeg }
        switch number % 5 {
        case 1: return .webp
        case 2: return .png
        default: return .jpeg
        }
    }

    private var suffix: String {
        switch format {
        case .jpeg: "jpg"
        case .apng: "png"
        default: format.rawValue
        }
    }

    /// The width and height in pixels.
    var size: PixelSize {
        if isAnimated { return PixelSize(320, 240) }
        if isSlow { return PixelSize(1280, 960) }
        return number % 3 == 0 ? PixelSize(540, 720) : PixelSize(720, 540)
    }
}
