import CWebImageKernels

/// The loops of ``ResampleRow``: in C if the processor has AVX2, else in Swift.
///
/// Both forms give the same bits and have the same preconditions.
enum ResampleKernel {
    /// `true` if the loops in C run on this processor.
    static let isInC = cwik_is_available()

    /// Adds up weighted rows of bytes, in pairs, into `target`; see ``ResampleRow``.
    static func sumBytes(
        _ rows: UnsafePointer<UnsafePointer<UInt8>>, _ weights: UnsafePointer<Int32>, pairs: Int,
        into target: PairRow, blocks: Int
    ) {
        guard isInC else {
            return unsafe ResampleRow.sumBytes(
                rows, weights, pairs: pairs, into: target, blocks: blocks)
        }
        // Safe because optional pointers have the same layout, and the rows are long enough.
        unsafe UnsafeRawPointer(rows).withMemoryRebound(
            to: UnsafePointer<UInt8>?.self, capacity: pairs * 2
        ) { unsafe cwik_sum_bytes($0, weights, pairs, target.numbers, blocks) }
    }

    /// Adds up weighted pair rows, in pairs, into `target`, which holds `count` pairs.
    static func sumRows(
        _ rows: UnsafePointer<PairRow>, _ weights: UnsafePointer<Int32>, pairs: Int,
        into target: PairRow, count: Int
    ) {
        guard isInC else {
            return unsafe ResampleRow.sumRows(
                rows, weights, pairs: pairs, into: target, count: count)
        }
        // Safe because a pair is eight numbers, and optional pointers have the same layout.
        unsafe UnsafeRawPointer(rows).withMemoryRebound(
            to: UnsafePointer<Int16>?.self, capacity: pairs * 2
        ) { unsafe cwik_sum_rows($0, weights, pairs, target.numbers, count) }
    }

    /// Weighs the pixels of `source` for each window; writes (windows + 1) / 2 pairs.
    static func weigh(
        _ source: PairRow, _ weights: UnsafePointer<Int32>,
        _ windows: UnsafeBufferPointer<ResampleWeights.Window>, into target: PairRow
    ) {
        guard isInC else {
            return unsafe ResampleRow.weigh(source, weights, windows, into: target)
        }
        // Safe because the caller's windows lie inside the source.
        unsafe cwik_weigh(
            source.numbers, weights, windows.baseAddress, windows.count, target.numbers)
    }

    /// Weighs the neighbours of every pixel; see ``ResampleRow``.
    static func convolve(
        _ source: PairRow, _ weights: BlurWeights, into target: PairRow, count: Int
    ) {
        guard isInC else {
            return unsafe ResampleRow.convolve(source, weights, into: target, count: count)
        }
        // Safe because the tables outlive the call, and the rows have room for two more pairs.
        unsafe weights.even.withUnsafeBufferPointer { even in
            unsafe weights.odd.withUnsafeBufferPointer { odd in
                unsafe cwik_convolve(
                    source.numbers, even.baseAddress, odd.baseAddress, even.count,
                    target.numbers, count)
            }
        }
    }

    /// Rounds `count` pairs to bytes; `clampsToAlpha` limits colour to alpha.
    static func store(
        _ source: PairRow, to target: UnsafeMutablePointer<UInt8>, count: Int, clampsToAlpha: Bool
    ) {
        guard isInC else {
            return unsafe ResampleRow.store(
                source, to: target, count: count, clampsToAlpha: clampsToAlpha)
        }
        // Safe because bitmap rows have room for whole pairs.
        unsafe cwik_store(source.numbers, target, count, clampsToAlpha)
    }
}

extension PairRow {
    /// The same memory as numbers, eight a pair.
    fileprivate var numbers: UnsafeMutablePointer<Int16> {
        // Safe because a pair is eight numbers without padding.
        unsafe UnsafeMutableRawPointer(self).assumingMemoryBound(to: Int16.self)
    }
}
