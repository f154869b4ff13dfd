/// Reads a picture at the places where the pixels of its turned picture come from.
// Safe because it lives only while `rotated` holds the source.
@safe struct RotationSampler {
    private let base: UnsafePointer<UInt8>
    private let stride: Int
    private let size: PixelSize
    private let target: PixelSize
    private let turn: Turn

    init(
        base: UnsafePointer<UInt8>, stride: Int, size: PixelSize, target: PixelSize, turn: Turn
    ) {
        unsafe self.base = base
        self.stride = stride
        self.size = size
        self.target = target
        self.turn = turn
    }

    /// Writes row `y` of the turned picture where it is not transparent.
    func fill(_ row: UnsafeMutablePointer<UInt8>, y: Int) {
        let down = Double(y) + 0.5 - Double(target.height) / 2
        for x in 0..<target.width {
            let right = Double(x) + 0.5 - Double(target.width) / 2
            let u = turn.cosine * right + turn.sine * down + Double(size.width) / 2
            let v = turn.cosine * down - turn.sine * right + Double(size.height) / 2
            let coverage = overlap(u, size.width) * overlap(v, size.height)
            guard coverage > 0 else { continue }
            var pixel = sample(u - 0.5, v - 0.5)
            let alpha = min(max(pixel.w, 0), 255)
            pixel.clamp(lowerBound: .zero, upperBound: SIMD4(repeating: alpha))
            pixel = pixel * Float(coverage) + SIMD4(repeating: 0.5)
            // Safe because the caller has `width` pixels, aligned to four bytes.
            unsafe UnsafeMutableRawPointer(row + x * 4).storeBytes(
                of: SIMD4<UInt8>(truncatingIfNeeded: SIMD4<Int32>(pixel)), as: SIMD4<UInt8>.self)
        }
    }

    /// The share of a pixel around `position` that lies between 0 and `length`.
    @inline(__always)
    private func overlap(_ position: Double, _ length: Int) -> Double {
        max(0, min(position + 0.5, Double(length)) - max(position - 0.5, 0))
    }

    /// The picture between four by four pixels around a place that pixel centres count from.
    @inline(__always)
    private func sample(_ u: Double, _ v: Double) -> SIMD4<Float> {
        let (left, top) = (u.rounded(.down), v.rounded(.down))
        let across = Self.weights(Float(u - left))
        let along = Self.weights(Float(v - top))
        let (firstX, firstY) = (Int(left) - 1, Int(top) - 1)
        var sum = SIMD4<Float>.zero
        for index in 0..<4 {
            let y = min(max(firstY + index, 0), size.height - 1)
            var line = SIMD4<Float>.zero
            for column in 0..<4 {
                let x = min(max(firstX + column, 0), size.width - 1)
                // Safe because both coordinates are held inside of the picture.
                let pixel = unsafe UnsafeRawPointer(base + y * stride + x * 4)
                    .load(as: SIMD4<UInt8>.self)
                line += SIMD4<Float>(pixel) * across[column]
            }
            sum += line * along[index]
        }
        return sum
    }

    /// The Catmull-Rom weights of the four pixels around a place `t` behind the second one.
    @inline(__always)
    private static func weights(_ t: Float) -> SIMD4<Float> {
        let first = ((2 - t) * t - 1) * t / 2
        let second = ((3 * t - 5) * t * t + 2) / 2
        let third = ((4 - 3 * t) * t + 1) * t / 2
        let fourth = (t - 1) * t * t / 2
        return SIMD4(first, second, third, fourth)
    }
}
