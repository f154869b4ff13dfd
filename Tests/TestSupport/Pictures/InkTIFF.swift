public import WebImagePixels

/// A TIFF of four inks in 16 bits: one strip, little-endian, not compressed.
public struct InkTIFF {
    /// The bytes of the file.
    public let bytes: [UInt8]

    /// Creates a file.
    ///
    /// - Parameters:
    ///   - profile: An ICC profile; none if empty.
    ///   - inks: Cyan, magenta, yellow and black of each pixel.
    public init(
        _ size: PixelSize, profile: [UInt8] = [], inks: (_ x: Int, _ y: Int) -> SIMD4<UInt16>
    ) {
        let samples = (0..<size.height).flatMap { y in
            (0..<size.width).flatMap { x in
                let pixel = inks(x, y)
                return (0..<4).flatMap { Self.number(Int(pixel[$0]), 2) }
            }
        }
        let depths = [16, 16, 16, 16].flatMap { Self.number($0, 2) }
        let places = (depths: 8, samples: 16, profile: 16 + samples.count)
        var entries: [(tag: Int, type: Int, count: Int, value: Int)] = [
            (256, 4, 1, size.width), (257, 4, 1, size.height), (258, 3, 4, places.depths),
            (259, 3, 1, 1), (262, 3, 1, 5), (273, 4, 1, places.samples), (277, 3, 1, 4),
            (278, 4, 1, size.height), (279, 4, 1, samples.count),
        ]
        if !profile.isEmpty { entries.append((34675, 7, profile.count, places.profile)) }
        // Directories begin at even places.
        let padding = [UInt8](repeating: 0, count: profile.count % 2)
        bytes =
            [0x49, 0x49, 42, 0] + Self.number(places.profile + profile.count + padding.count, 4)
            + depths + samples + profile + padding + Self.number(entries.count, 2)
            + entries.flatMap { entry in
                Self.number(entry.tag, 2) + Self.number(entry.type, 2)
                    + Self.number(entry.count, 4) + Self.number(entry.value, 4)
            } + Self.number(0, 4)
    }

    private static func number(_ value: Int, _ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
    }
}
