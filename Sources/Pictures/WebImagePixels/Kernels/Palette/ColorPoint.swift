/// A colour as a point in a space of roughly perceptual distances, with the number of its pixels.
struct ColorPoint: Sendable {
    /// Blue, green and red, each scaled by the root of its share in perceived differences, and 0.
    var place: SIMD4<Float>
    /// The number of pixels.
    var weight: Float

    /// Shares of 2 : 4 : 3, as is usual for colour differences in gamma-encoded sRGB.
    private static let scale = SIMD4<Float>(1.414_213_6, 2, 1.732_050_8, 1)

    /// Creates the point of a colour whose channels range from 0 to 255.
    init(blue: Float, green: Float, red: Float, weight: Float) {
        place = SIMD4(blue, green, red, 0) * Self.scale
        self.weight = weight
    }

    /// Creates the point of a packed colour.
    init(_ color: UInt32) {
        self.init(
            blue: Float(color & 255), green: Float(color >> 8 & 255), red: Float(color >> 16 & 255),
            weight: 0)
    }

    /// Returns the packed colour nearest to a point.
    static func color(at place: SIMD4<Float>) -> UInt32 {
        let channels = (place / scale).rounded(.toNearestOrAwayFromZero)
            .clamped(lowerBound: .zero, upperBound: SIMD4(repeating: 255))
        return UInt32(channels.z) << 16 | UInt32(channels.y) << 8 | UInt32(channels.x)
    }
}

/// The points of a palette's colours, for searches.
struct ColorPlaces: Sendable {
    private let places: [SIMD4<Float>]

    init(_ colors: [UInt32]) {
        places = colors.map { ColorPoint($0).place }
    }

    /// Returns the index of the point nearest to `place`, the first of several.
    func nearest(to place: SIMD4<Float>) -> Int {
        var (best, least) = (0, Float.infinity)
        for index in places.indices {
            let difference = places[index] - place
            let distance = (difference * difference).sum()
            if distance < least { (best, least) = (index, distance) }
        }
        return best
    }
}
