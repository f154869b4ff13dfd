import WebImage

/// The difference between the colours of translucent pixels as two files have them.
///
/// Multiplied by alpha and rounded, as they are shown, different colours may be equal.
struct ColorComparison: Sendable {
    /// The largest difference of a channel, in levels of 0 to 255.
    private(set) var maximum = 0
    /// The number of pixels whose colours differ.
    private(set) var count = 0

    /// Compares the pixels that are not transparent.
    ///
    /// - Parameters:
    ///   - one: The colours of a file.
    ///   - shown: The same picture with colours that are multiplied by alpha.
    ///   - other: The colours of the other file, of the same size.
    init(_ one: Bitmap, shown: Bitmap, _ other: Bitmap, shown otherShown: Bitmap) {
        let (one, other) = (Self.straight(one, shown), Self.straight(other, otherShown))
        for y in 0..<one.size.height {
            for x in 0..<one.size.width {
                let (a, b) = (one[x, y], other[x, y])
                guard a[3] > 0 else { continue }
                let most = (0..<3).map { abs(Int(a[$0]) - Int(b[$0])) }.max() ?? 0
                maximum = max(maximum, most)
                if most > 0 { count += 1 }
            }
        }
    }

    /// Returns the colours of a file; divided by alpha, if the file itself has multiplied ones.
    private static func straight(_ stored: Bitmap, _ shown: Bitmap) -> Bitmap {
        guard stored == shown else { return stored }
        var bitmap = stored
        for y in 0..<bitmap.size.height {
            for x in 0..<bitmap.size.width {
                let pixel = bitmap[x, y]
                bitmap[x, y] = SIMD4(
                    Convert.divide(pixel[0], pixel[3]), Convert.divide(pixel[1], pixel[3]),
                    Convert.divide(pixel[2], pixel[3]), pixel[3])
            }
        }
        return bitmap
    }
}
