package import WebImagePixels

/// Blue, green, red, alpha.
package typealias Pixel = SIMD4<UInt8>

extension Bitmap {
    /// Creates a picture from its pixels.
    package init(width: Int, height: Int, _ pixel: (_ x: Int, _ y: Int) -> Pixel) {
        self.init(size: PixelSize(width: width, height: height))
        for y in 0..<height {
            for x in 0..<width { self[x, y] = pixel(x, y) }
        }
    }

    /// All pixels, row by row.
    package var pixels: [Pixel] {
        (0..<size.height).flatMap { y in (0..<size.width).map { self[$0, y] } }
    }

    /// The sum of all alphas, as a number of opaque pixels.
    package var coveredArea: Double { pixels.reduce(0) { $0 + Double($1.w) } / 255 }

    /// `true` if no colour exceeds its alpha.
    package var isPremultiplied: Bool {
        pixels.allSatisfy { $0.x <= $0.w && $0.y <= $0.w && $0.z <= $0.w }
    }

    package static func photograph(_ width: Int, _ height: Int) -> Bitmap {
        Scene.photograph(size: PixelSize(width: width, height: height))
    }

    package static func transparency(_ width: Int, _ height: Int) -> Bitmap {
        Scene.transparency(size: PixelSize(width: width, height: height))
    }

    package static func flat(_ width: Int, _ height: Int, _ pixel: Pixel) -> Bitmap {
        Bitmap(width: width, height: height) { _, _ in pixel }
    }
}
