import WebImageCaching
import WebImageComparison
import WebImagePixels

/// A picture for tests of encoders.
struct DrawnPicture: Sendable {
    let name: String
    let bitmap: Bitmap
    /// `true` if every alpha is 0 or 255, so that formats without premultiplication preserve it.
    let isExact: Bool

    /// A photograph, a picture with every alpha, one with a hole, and the smallest sizes.
    static let samples: [DrawnPicture] = [
        DrawnPicture(
            name: "photograph", bitmap: Scene.photograph(size: PixelSize(width: 67, height: 45)),
            isExact: true),
        DrawnPicture(
            name: "soft edges", bitmap: Scene.transparency(size: PixelSize(width: 40, height: 33)),
            isExact: false),
        DrawnPicture(name: "hole", bitmap: hole, isExact: true),
        DrawnPicture(
            name: "one pixel", bitmap: Scene.photograph(size: PixelSize(width: 1, height: 1)),
            isExact: true),
        DrawnPicture(
            name: "column", bitmap: Scene.photograph(size: PixelSize(width: 1, height: 37)),
            isExact: true),
    ]

    /// Red with a transparent square.
    private static var hole: Bitmap {
        let size = PixelSize(width: 32, height: 24)
        var bitmap = Bitmap(size: size)
        bitmap.fill(PixelRect(x: 0, y: 0, size: size), with: SIMD4(20, 30, 220, 255))
        bitmap.fill(
            PixelRect(x: 8, y: 4, size: PixelSize(width: 16, height: 16)),
            with: SIMD4(0, 0, 0, 0))
        return bitmap
    }
}
