/// A wide Gaussian blur that computes every second row and every second pixel of it, and
/// interpolates the others from six neighbours each.
///
/// A wide blur removes all detail that every second pixel cannot represent
/// (``HalvedBlurWeights/sigmas``). Weighing the neighbours of all pixels takes twice the time. The
/// pixel at an edge is repeated beyond it.
// Safe because only this object writes its rows, which are as long as the loops need.
@safe final class HalvedBlur {
    private let weights: HalvedBlurWeights
    private let size: PixelSize
    private let kernel: HalvedBlurKernel
    /// The blocks of ``HalvedBlurRow/block`` pixels of a row.
    private let blocks: Int
    /// The pixels of a halved row: two before the first, and padding after the last block.
    private let count: Int
    /// The pixels before the first one, which its neighbours need.
    private let lead: Int
    private let even: UnsafeMutablePointer<SIMD4<Int16>>
    private let odd: UnsafeMutablePointer<SIMD4<Int16>>
    /// The latest six halved rows, and one row between them.
    private let ring: UnsafeMutablePointer<SIMD4<Int16>>

    init(sigma: Double, size: PixelSize, usesC: Bool) {
        weights = HalvedBlurWeights(sigma: sigma)
        self.size = size
        kernel = HalvedBlurKernel(usesC: usesC)
        blocks = (size.width + HalvedBlurRow.block - 1) / HalvedBlurRow.block
        count = blocks * HalvedBlurRow.block / 2 + 8
        lead = weights.radius / 2 + 3
        unsafe even = Self.row(ofPixels: count + lead * 2)
        unsafe odd = Self.row(ofPixels: count + lead * 2)
        unsafe ring = Self.row(ofPixels: count * (Self.ringCount + 1))
    }

    deinit {
        unsafe even.deallocate()
        unsafe odd.deallocate()
        unsafe ring.deallocate()
    }

    private static let ringCount = 6

    private static func row(ofPixels count: Int) -> UnsafeMutablePointer<SIMD4<Int16>> {
        let row = UnsafeMutablePointer<SIMD4<Int16>>.allocate(capacity: count)
        unsafe row.initialize(repeating: .zero, count: count)
        return unsafe row
    }

    /// Blurs the rows at `source` into those at `target`.
    ///
    /// - Parameter clampsToAlpha: `true` limits the other channels to the fourth.
    func run(
        from source: UnsafePointer<UInt8>, to target: UnsafeMutablePointer<UInt8>, stride: Int,
        clampsToAlpha: Bool
    ) {
        var next = -2
        let check = BandCheck(height: size.height, stride: stride)
        for y in 0..<size.height {
            if unsafe check.stops(at: y, of: target) { return }
            // An odd row needs the six halved rows around it, an even row only its own.
            let last = y == 0 ? 0 : (y - 1) / 2 + 3
            while next <= last {
                unsafe makeHalved(next, from: source, stride: stride)
                next += 1
            }
            let row = unsafe y % 2 == 0 ? halved(y / 2) : between(y / 2)
            // Safe because the row is inside the target.
            unsafe kernel.store(
                row, to: target + y * stride, blocks: blocks, clampsToAlpha: clampsToAlpha)
        }
    }

    /// Returns the address of a halved row; row 0 of the picture is number 0, row 2 number 1.
    private func halved(_ number: Int) -> UnsafeMutablePointer<Int16> {
        // Safe because the ring has that many rows, and the first number is −2.
        unsafe numbers(ring + (number + Self.ringCount) % Self.ringCount * count)
    }

    private func numbers(
        _ pixels: UnsafeMutablePointer<SIMD4<Int16>>
    ) -> UnsafeMutablePointer<Int16> {
        // Safe because a pixel is four numbers without padding.
        unsafe UnsafeMutableRawPointer(pixels).assumingMemoryBound(to: Int16.self)
    }

    /// Makes the row between a halved one and the next.
    private func between(_ number: Int) -> UnsafeMutablePointer<Int16> {
        let target = unsafe numbers(ring + Self.ringCount * count)
        unsafe withUnsafeTemporaryAllocation(
            of: UnsafePointer<Int16>.self, capacity: Self.ringCount
        ) { rows in
            for index in 0..<Self.ringCount {
                unsafe rows.initializeElement(
                    at: index, to: UnsafePointer(halved(number + index - 2)))
            }
            guard let base = rows.baseAddress else { return }
            unsafe kernel.between(base, into: target, count: count)
        }
        return unsafe target
    }

    private func makeHalved(_ number: Int, from source: UnsafePointer<UInt8>, stride: Int) {
        let radius = weights.radius
        unsafe withUnsafeTemporaryAllocation(
            of: UnsafePointer<UInt8>.self, capacity: radius * 2 + 1
        ) { rows in
            for index in 0...radius * 2 {
                // Safe because every line is clamped to the picture.
                let line = min(max(number * 2 - radius + index, 0), size.height - 1)
                unsafe rows.initializeElement(at: index, to: source + line * stride)
            }
            guard let base = rows.baseAddress else { return }
            unsafe kernel.down(
                base, weights, even: numbers(even + lead), odd: numbers(odd + lead),
                blocks: blocks)
        }
        repeatEdges()
        unsafe kernel.across(
            numbers(even + lead - 2), numbers(odd + lead - 2), weights, into: halved(number),
            count: count)
    }

    /// Repeats the edge pixels of both rows of a sum beyond the picture.
    private func repeatEdges() {
        // Safe because all of these pixels are inside the rows.
        let first = unsafe even[lead]
        let last = lead + (size.width - 1) / 2
        let edge = unsafe size.width % 2 == 0 ? odd[last] : even[last]
        for pixel in 0..<lead {
            unsafe even[pixel] = first
            unsafe odd[pixel] = first
        }
        for pixel in last + 1..<count + lead * 2 {
            unsafe even[pixel] = edge
            unsafe odd[pixel] = edge
        }
        if size.width % 2 == 1 { unsafe odd[last] = edge }
    }
}
