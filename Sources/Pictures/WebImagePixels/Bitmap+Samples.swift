extension Bitmap {
    /// The red, green, blue and alpha of all pixels from 0 to 1, premultiplied, row by row.
    package var samples: [SIMD4<Double>] {
        withBytes { bytes in
            (0..<size.height).flatMap { y in
                (0..<size.width).map { x in
                    let at = y * bytesPerRow + x * 4
                    // Safe because every row has 4 × width bytes.
                    let pixel = unsafe bytes.unsafeLoadUnaligned(
                        fromByteOffset: at, as: SIMD4<UInt8>.self)
                    return SIMD4<Double>(
                        Double(pixel.z), Double(pixel.y), Double(pixel.x), Double(pixel.w)) / 255
                }
            }
        }
    }

    /// Creates a bitmap of samples like those of ``samples``, clamped to 0 to 1.
    package init(size: PixelSize, isOpaque: Bool, sample: (_ x: Int, _ y: Int) -> SIMD4<Double>) {
        self.init(size: size, isOpaque: isOpaque)
        for y in 0..<size.height {
            for x in 0..<size.width {
                let value = sample(x, y).clamped(lowerBound: .zero, upperBound: .one) * 255
                let rounded = SIMD4<UInt8>(value.rounded(.toNearestOrAwayFromZero))
                self[x, y] = SIMD4(rounded.z, rounded.y, rounded.x, rounded.w)
            }
        }
    }
}
