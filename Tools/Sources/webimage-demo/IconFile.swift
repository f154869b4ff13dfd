import WebImage

/// Wraps a PNG in a Windows icon with one picture; the library's encoder writes a bitmap there.
enum IconFile {
    /// Returns an icon whose only entry is the PNG, as allowed since Windows Vista.
    ///
    /// - Precondition: Both sides are at most 256.
    static func wrapping(_ png: [UInt8], size: PixelSize) -> [UInt8] {
        precondition(max(size.width, size.height) <= 256, "A side of an icon is at most 256.")
        // A side of 256 is written as 0.
        let sides = [UInt8(truncatingIfNeeded: size.width), UInt8(truncatingIfNeeded: size.height)]
        let entry = sides + [0, 0, 1, 0, 32, 0] + littleEndian(png.count) + littleEndian(22)
        return [0, 0, 1, 0, 1, 0] + entry + png
    }

    private static func littleEndian(_ number: Int) -> [UInt8] {
        (0..<4).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
    }
}
