/// An ICC profile with one curve for all channels.
public struct ICCFile: Sendable {
    /// The bytes of the profile.
    public let bytes: [UInt8]

    /// Creates a display profile of RGB.
    ///
    /// - Parameters:
    ///   - name: The description.
    ///   - colorants: The XYZ of red, green and blue under D50.
    ///   - curve: The curve of all channels; that of sRGB by default.
    ///   - white: The XYZ of the stated white; D50 by default.
    public init(
        _ name: String, colorants: [(x: Double, y: Double, z: Double)],
        curve: [UInt8] = Self.curveOfSRGB,
        white: (x: Double, y: Double, z: Double) = (0.9642, 1, 0.8249)
    ) {
        let names = ["r", "g", "b"]
        bytes = Self.file(
            name, space: "RGB ", white: Self.xyz(white.x, white.y, white.z),
            tags: zip(names, colorants).map {
                ("\($0)XYZ", Self.xyz($1.x, $1.y, $1.z))
            } + names.map { ("\($0)TRC", curve) })
    }

    /// Creates a display profile of greys.
    ///
    /// - Parameters:
    ///   - name: The description.
    ///   - gamma: The exponent of the curve.
    public init(_ name: String, gamma: Double) {
        bytes = Self.file(name, space: "GRAY", tags: [("kTRC", Self.curve(gamma: gamma))])
    }

    /// The primaries of Display P3, adapted to D50.
    public static let displayP3 = ICCFile("Display P3", colorants: colorantsOfP3)

    /// The XYZ of Display P3's primaries, adapted to D50.
    public static let colorantsOfP3 = [
        (x: 0.5151, y: 0.2412, z: -0.0011), (x: 0.2919, y: 0.6922, z: 0.0419),
        (x: 0.1572, y: 0.0666, z: 0.7841),
    ]

    /// Returns the segment of a JPEG file for this profile.
    public var segment: [UInt8] {
        let content = Array("ICC_PROFILE\0".utf8) + [1, 1] + bytes
        let length = content.count + 2
        return [0xFF, 0xE2, UInt8(length >> 8), UInt8(length & 0xFF)] + content
    }

    private static func file(
        _ name: String, space: String, white: [UInt8] = xyz(0.9642, 1, 0.8249),
        tags: [(String, [UInt8])]
    ) -> [UInt8] {
        let name = Array(name.utf8) + [0]
        let text =
            Array("desc".utf8) + number(0) + number(name.count) + name
            + [UInt8](repeating: 0, count: 4 + 4 + 2 + 1 + 67)
        let tags = [("desc", text), ("wtpt", white)] + tags
        var table = number(tags.count)
        var content: [UInt8] = []
        for (name, tag) in tags {
            let offset = 128 + 4 + 12 * tags.count + content.count
            table += Array(name.utf8) + number(offset) + number(tag.count)
            content += tag + [UInt8](repeating: 0, count: (4 - tag.count % 4) % 4)
        }
        let size = 128 + table.count + content.count
        let head =
            number(size) + number(0) + number(0x0420_0000) + Array("mntr\(space)XYZ ".utf8)
            + [UInt8](repeating: 0, count: 12) + Array("acsp".utf8)
            + [UInt8](repeating: 0, count: 28) + xyz(0.9642, 1, 0.8249)[8...]
        return head + [UInt8](repeating: 0, count: 128 - head.count) + table + content
    }

    /// The curve of sRGB.
    public static let curveOfSRGB = curve(
        3, [2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045])

    /// Returns a parametric curve (ICC.1:2010, 10.16).
    ///
    /// - Parameters:
    ///   - kind: The number of the function; 0 is a gamma alone.
    ///   - numbers: Its parameters.
    public static func curve(_ kind: UInt8, _ numbers: [Double]) -> [UInt8] {
        let head: [UInt8] = Array("para".utf8) + number(0) + [0, kind, 0, 0]
        return head + numbers.flatMap { number(Int(($0 * 65_536).rounded())) }
    }

    /// Returns a curve of equal steps.
    public static func curve(_ table: [UInt16]) -> [UInt8] {
        Array("curv".utf8) + number(0) + number(table.count)
            + table.flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] }
    }

    private static func curve(gamma: Double) -> [UInt8] {
        let value = Int((gamma * 256).rounded())
        return Array("curv".utf8) + number(0) + number(1) + [UInt8(value >> 8), UInt8(value & 255)]
            + [0, 0]
    }

    private static func xyz(_ x: Double, _ y: Double, _ z: Double) -> [UInt8] {
        Array("XYZ ".utf8) + number(0) + [x, y, z].flatMap { number(Int(($0 * 65_536).rounded())) }
    }

    private static func number(_ number: Int) -> [UInt8] {
        withUnsafeBytes(of: UInt32(truncatingIfNeeded: number).bigEndian) { Array($0) }
    }
}
