import WebImagePixels

extension Bitmap {
    /// Creates a picture of equal premultiplied pixels.
    init(filled pixel: SIMD4<UInt8>, size: PixelSize) {
        self.init(size: size)
        for y in 0..<size.height {
            for x in 0..<size.width { self[x, y] = pixel }
        }
        isOpaque = pixel.w == 255
    }

    /// All pixels, row by row, without padding.
    var allPixels: [SIMD4<UInt8>] {
        (0..<size.height).flatMap { y in (0..<size.width).map { self[$0, y] } }
    }
}
