extension Bitmap {
    /// The red, green, blue and alpha of all pixels from 0 to 1, premultiplied, row by row.
    package var samples: [SIMD4<Double>] {
        (0..<size.height).flatMap { y in (0..<size.width).map { x in sample(x, y) } }
    }

    private func sample(_ x: Int, _ y: Int) -> SIMD4<Double> {
        switch sampleFormat {
        case .bgra8:
            let pixel = SIMD4<Double>(self[x, y]) / 255
            return SIMD4(pixel.z, pixel.y, pixel.x, pixel.w)
        case .rgba16, .rgbaHalf:
            let pixel = SIMD4<Double>(self[deep: x, y]) / 65535
            return SIMD4(pixel.x * pixel.w, pixel.y * pixel.w, pixel.z * pixel.w, pixel.w)
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
