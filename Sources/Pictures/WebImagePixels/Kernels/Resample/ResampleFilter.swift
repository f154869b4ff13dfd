/// The weighting of neighbouring pixels when a picture is scaled.
///
/// When reducing, every filter but `nearest` widens by the ratio, so no source pixel is skipped.
public enum ResampleFilter: String, Hashable, Sendable, CaseIterable {
    /// The pixel at the centre alone, without new colours: for pixel art.
    case nearest
    /// The mean of the covered pixels; nearest neighbour when enlarging.
    case box
    /// A triangle over two pixels.
    case bilinear
    /// Catmull-Rom over four pixels (Keys 1981, a = −½).
    case bicubic
    /// A sinc with a sinc window over six pixels: the sharpest filter, and the default.
    case lanczos
}

extension ResampleFilter {
    /// Half the width of the filter at scale 1, in pixels.
    var support: Double {
        switch self {
        case .nearest, .box: 0.5
        case .bilinear: 1
        case .bicubic: 2
        case .lanczos: 3
        }
    }

    /// Returns the weight of a pixel whose centre is `distance` pixels away, not normalised.
    func weight(at distance: Double) -> Double {
        let x = abs(distance)
        switch self {
        case .nearest, .box: return distance > -0.5 && distance <= 0.5 ? 1 : 0
        case .bilinear: return x < 1 ? 1 - x : 0
        case .bicubic:
            if x < 1 { return (1.5 * x - 2.5) * x * x + 1 }
            return x < 2 ? ((-0.5 * x + 2.5) * x - 4) * x + 2 : 0
        case .lanczos: return x < 3 ? sinc(x) * sinc(x / 3) : 0
        }
    }

    private func sinc(_ x: Double) -> Double {
        guard x > 1e-9 else { return 1 }
        return sine(.pi * x) / (.pi * x)
    }
}
