import CWebImageKernels

/// Samples a picture at the positions from which the pixels of its rotated copy come.
// Safe because it exists only while `rotated` holds the source.
@safe struct RotationSampler {
    private let base: UnsafePointer<UInt8>
    private let stride: Int
    private let size: PixelSize
    private let target: PixelSize
    private let grid: RotationGrid
    private let usesC: Bool

    /// - Parameter usesC: `true` runs the loop in C, which the processor must support.
    init(
        base: UnsafePointer<UInt8>, stride: Int, size: PixelSize, target: PixelSize, turn: Turn,
        usesC: Bool
    ) {
        unsafe self.base = base
        self.stride = stride
        self.size = size
        self.target = target
        grid = RotationGrid(size, to: target, turn)
        self.usesC = usesC
    }

    /// Writes the pixels of row `y` of the rotated picture that are not transparent.
    func fill(_ row: UnsafeMutablePointer<UInt8>, y: Int) {
        let down = grid.down(of: y)
        guard usesC else { return unsafe fill(row, 0..<target.width, down) }
        // The source of a row is a straight line, so the pixels from well inside are one range.
        var (first, last) = (0, target.width)
        while first < last, !isInside(first, down) { first += 1 }
        while last > first, !isInside(last - 1, down) { last -= 1 }
        unsafe fill(row, 0..<first, down)
        unsafe fill(row, last..<target.width, down)
        var inC = unsafe CWIKTurn(
            base: base, stride: stride, width: size.width, height: size.height,
            target_width: target.width, cosine: grid.turn.cosine, sine: grid.turn.sine,
            down: down)
        // Safe because all sixteen neighbours of each source pixel are inside the picture.
        unsafe cwik_turn(&inC, row, first, last)
    }

    /// Returns `true` if all neighbours of a pixel's source are inside the picture.
    private func isInside(_ x: Int, _ down: Double) -> Bool {
        let (u, v) = grid.source(x, down)
        let (left, top) = ((u - 0.5).rounded(.down), (v - 0.5).rounded(.down))
        return left >= 1 && top >= 1 && left + 2 < Double(size.width)
            && top + 2 < Double(size.height)
    }

    private func fill(
        _ row: UnsafeMutablePointer<UInt8>, _ columns: Range<Int>, _ down: Double
    ) {
        for x in columns {
            let (u, v) = grid.source(x, down)
            let coverage = grid.coverage(u, v)
            guard coverage > 0 else { continue }
            let pixel = sample(u - 0.5, v - 0.5)
            let alpha = min(max(pixel.w, 0), 255)
            let share = Float(coverage)
            // Channel by channel, because converting whole vectors compiles to scalar code.
            let bytes = SIMD4<UInt8>(
                Self.byte(pixel.x, alpha, share), Self.byte(pixel.y, alpha, share),
                Self.byte(pixel.z, alpha, share), Self.byte(alpha, alpha, share))
            // Safe because the caller has `width` pixels, aligned to four bytes.
            unsafe UnsafeMutableRawPointer(row + x * 4).storeBytes(of: bytes, as: SIMD4<UInt8>.self)
        }
    }

    @inline(__always)
    private static func byte(_ value: Float, _ limit: Float, _ share: Float) -> UInt8 {
        UInt8(truncatingIfNeeded: Int32(min(max(value, 0), limit) * share + 0.5))
    }

    /// Interpolates between four by four pixels; coordinates count from pixel centres.
    @inline(__always)
    private func sample(_ u: Double, _ v: Double) -> SIMD4<Float> {
        let (left, top) = (u.rounded(.down), v.rounded(.down))
        let across = RotationGrid.weights(Float(u - left))
        let along = RotationGrid.weights(Float(v - top))
        let (x, y) = (Int(left) - 1, Int(top) - 1)
        guard x >= 0, y >= 0, x + 3 < size.width, y + 3 < size.height else {
            return sampleAtEdge(x, y, across, along)
        }
        // Safe because the guard above keeps all sixteen pixels inside the picture.
        let first = unsafe base + y * stride + x * 4
        let upper =
            unsafe Columns(first, across) * along.x + Columns(first + stride, across) * along.y
        let lower =
            unsafe Columns(first + stride * 2, across) * along.z
            + Columns(first + stride * 3, across) * along.w
        let sum = upper + lower
        return sum.even + sum.odd
    }

    /// The weighted sums of the first and third, and of the second and fourth of four neighbours.
    ///
    /// This order makes both sums one register in C.
    private struct Columns {
        var even: SIMD4<Float>
        var odd: SIMD4<Float>

        @inline(__always)
        init(_ even: SIMD4<Float>, _ odd: SIMD4<Float>) {
            self.even = even
            self.odd = odd
        }

        @inline(__always)
        init(_ first: UnsafePointer<UInt8>, _ weights: SIMD4<Float>) {
            // Safe because the caller provides four pixels.
            even =
                unsafe RotationSampler.pixel(first) * weights.x + RotationSampler.pixel(first + 8)
                * weights.z
            odd =
                unsafe RotationSampler.pixel(first + 4) * weights.y + RotationSampler.pixel(
                    first + 12) * weights.w
        }

        @inline(__always)
        static func + (left: Self, right: Self) -> Self {
            Self(left.even + right.even, left.odd + right.odd)
        }

        @inline(__always)
        static func * (sums: Self, weight: Float) -> Self {
            Self(sums.even * weight, sums.odd * weight)
        }
    }

    @inline(__always)
    private static func pixel(_ address: UnsafePointer<UInt8>) -> SIMD4<Float> {
        // Safe because the caller's pixel is inside the picture and aligned.
        let bytes = unsafe UnsafeRawPointer(address).load(as: SIMD4<UInt8>.self)
        return SIMD4(Float(bytes.x), Float(bytes.y), Float(bytes.z), Float(bytes.w))
    }

    /// Returns the same for sources at the edge, whose pixels are repeated beyond it.
    private func sampleAtEdge(
        _ firstX: Int, _ firstY: Int, _ across: SIMD4<Float>, _ along: SIMD4<Float>
    ) -> SIMD4<Float> {
        var sum = SIMD4<Float>.zero
        for row in 0..<4 {
            let y = min(max(firstY + row, 0), size.height - 1)
            var line = SIMD4<Float>.zero
            for column in 0..<4 {
                let x = min(max(firstX + column, 0), size.width - 1)
                // Safe because both coordinates are clamped to the picture.
                line += unsafe Self.pixel(base + y * stride + x * 4) * across[column]
            }
            sum += line * along[row]
        }
        return sum
    }
}
