import CWebImageKernels

/// The loops of ``HalvedBlurRow``: in C if the processor has AVX2, else in Swift.
///
/// Both forms give the same bits and have the same preconditions; those in C take four pixels at a
/// time.
struct HalvedBlurKernel {
    /// `true` if the loops in C run.
    let usesC: Bool

    /// Weighs rows of bytes; see ``HalvedBlurRow``.
    func down(
        _ rows: UnsafePointer<UnsafePointer<UInt8>>, _ weights: HalvedBlurWeights,
        even: UnsafeMutablePointer<Int16>, odd: UnsafeMutablePointer<Int16>, blocks: Int
    ) {
        guard usesC else {
            return unsafe HalvedBlurRow.down(rows, weights, even: even, odd: odd, blocks: blocks)
        }
        // Safe because optional pointers have the same layout, and the rows are long enough.
        unsafe UnsafeRawPointer(rows).withMemoryRebound(
            to: UnsafePointer<UInt8>?.self, capacity: weights.radius * 2 + 1
        ) {
            unsafe cwik_halved_down($0, weights.values, weights.radius, even, odd, blocks)
        }
    }

    /// Weighs the neighbours of even pixels; see ``HalvedBlurRow``.
    func across(
        _ even: UnsafePointer<Int16>, _ odd: UnsafePointer<Int16>, _ weights: HalvedBlurWeights,
        into target: UnsafeMutablePointer<Int16>, count: Int
    ) {
        guard usesC else {
            return unsafe HalvedBlurRow.across(even, odd, weights, into: target, count: count)
        }
        // Safe because the caller provides neighbours around the pixels.
        unsafe cwik_halved_across(even, odd, weights.values, weights.radius, target, count)
    }

    /// Makes the pixels between six rows; see ``HalvedBlurRow``.
    func between(
        _ rows: UnsafePointer<UnsafePointer<Int16>>, into target: UnsafeMutablePointer<Int16>,
        count: Int
    ) {
        guard usesC else { return unsafe HalvedBlurRow.between(rows, into: target, count: count) }
        // Safe because optional pointers have the same layout, and every row has `count` pixels.
        unsafe UnsafeRawPointer(rows).withMemoryRebound(
            to: UnsafePointer<Int16>?.self, capacity: 6
        ) { unsafe cwik_halved_between($0, target, count) }
    }

    /// Rounds pixels and the interpolated ones between them to bytes; see ``HalvedBlurRow``.
    func store(
        _ row: UnsafePointer<Int16>, to target: UnsafeMutablePointer<UInt8>, blocks: Int,
        clampsToAlpha: Bool
    ) {
        guard usesC else {
            return unsafe HalvedBlurRow.store(
                row, to: target, blocks: blocks, clampsToAlpha: clampsToAlpha)
        }
        // Safe because bitmap rows have room for whole blocks.
        unsafe cwik_halved_store(row, target, blocks, clampsToAlpha)
    }
}
