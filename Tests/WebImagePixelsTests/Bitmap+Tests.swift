import WebImagePixels

extension Bitmap {
    /// A picture of one premultiplied pixel over and over.
    init(filled pixel: SIMD4<UInt8>, size: PixelSize) {
        self.init(size: size)
        for y in 0..<size.height {
            for x in 0..<size.width { self[x, y] = pixel }
        }
        isOpaque = pixel.w == 255
    }

    /// Row after row, without padding.
    var allPixels: [SIMD4<UInt8>] {
        (0..<size.height).flatMap { y in (0..<size.width).map { self[$0, y] } }
    }
}
