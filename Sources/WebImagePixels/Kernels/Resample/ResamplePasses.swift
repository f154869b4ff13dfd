import CWebImageKernels

/// The two passes of one resampling, row by row, without an intermediate picture.
struct ResamplePasses {
    private let part: PixelRect
    private let size: PixelSize
    /// The first column to read: that of `part`, moved left to an aligned address.
    private let alignedX: Int
    private let blocks: Int
    private let horizontal: ResampleWeights
    private let vertical: ResampleWeights

    /// Creates the passes that scale `part`, or the `columns` and `rows` of it, to `size`.
    init(
        from part: PixelRect, columns: AxisSpan? = nil, rows: AxisSpan? = nil, to size: PixelSize,
        filter: ResampleFilter
    ) {
        self.part = part
        self.size = size
        let alignment = Bitmap.rowAlignment / 4
        alignedX = part.x / alignment * alignment
        let count = part.x - alignedX + part.size.width
        blocks = (count + ResampleRow.block - 1) / ResampleRow.block
        horizontal = ResampleWeights(
            source: part.size.width, origin: part.x - alignedX, target: size.width, filter: filter,
            part: columns)
        vertical = ResampleWeights(
            source: part.size.height, origin: 0, target: size.height, filter: filter, part: rows)
    }

    /// `true` if scaling rows first is cheaper: if the picture becomes taller and narrower.
    ///
    /// Otherwise the vertical pass comes first, which costs the same and keeps no rows.
    private var narrowsFirst: Bool {
        size.height > part.size.height && size.width < part.size.width
    }

    /// Scales rows at `source` into rows at `target`.
    ///
    /// - Parameters:
    ///   - source: The first row of the whole bitmap.
    ///   - target: The first row of a bitmap of the target size.
    ///   - clampsToAlpha: `true` limits the other channels to the fourth.
    func run(
        from source: UnsafePointer<UInt8>, stride: Int, to target: UnsafeMutablePointer<UInt8>,
        stride targetStride: Int, clampsToAlpha: Bool
    ) {
        // Safe because `alignedX` and `part` are inside the source.
        let first = unsafe source + part.y * stride + alignedX * 4
        let output = unsafe RowOutput(
            base: target, stride: targetStride, pairs: (size.width + 1) / 2,
            clampsToAlpha: clampsToAlpha,
            check: BandCheck(height: size.height, stride: targetStride))
        if narrowsFirst {
            unsafe runHorizontalFirst(first, stride, output)
        } else {
            unsafe runVerticalFirst(first, stride, output)
        }
    }

    private func runVerticalFirst(
        _ source: UnsafePointer<UInt8>, _ stride: Int, _ output: RowOutput
    ) {
        let sums = unsafe PairRow.row(ofPairs: blocks * ResampleRow.block / 2)
        let row = unsafe PairRow.row(ofPairs: output.pairs)
        let rows = UnsafeMutablePointer<UnsafePointer<UInt8>>.allocate(
            capacity: vertical.longestWindow * 2)
        defer {
            unsafe sums.deallocate()
            unsafe row.deallocate()
            unsafe rows.deallocate()
        }
        // Safe because `rows` has room for the longest window and all rows are inside `part`.
        for (y, window) in vertical.windows.enumerated() {
            if output.stops(at: y) { return }
            for index in 0..<window.pairCount * 2 {
                let line = min(window.firstPair * 2 + index, part.size.height - 1)
                unsafe rows[index] = source + line * stride
            }
            unsafe vertical.pairs.withUnsafeBufferPointer { weights in
                guard let base = weights.baseAddress else { return }
                unsafe ResampleKernel.sumBytes(
                    rows, base + window.offset, pairs: window.pairCount, into: sums,
                    blocks: blocks)
            }
            unsafe weigh(sums, into: row)
            unsafe output.store(row, y: y)
        }
    }

    /// Keeps the narrow rows of the longest vertical window in a ring.
    private func runHorizontalFirst(
        _ source: UnsafePointer<UInt8>, _ stride: Int, _ output: RowOutput
    ) {
        let ring = vertical.longestWindow * 2
        let wide = unsafe PairRow.row(ofPairs: blocks * ResampleRow.block / 2)
        let kept = unsafe PairRow.row(ofPairs: (ring + 1) * output.pairs)
        let rows = UnsafeMutablePointer<PairRow>.allocate(capacity: ring)
        defer {
            unsafe wide.deallocate()
            unsafe kept.deallocate()
            unsafe rows.deallocate()
        }
        let row = unsafe kept + ring * output.pairs
        var ready = 0
        for (y, window) in vertical.windows.enumerated() {
            if output.stops(at: y) { return }
            let end = min((window.firstPair + window.pairCount) * 2, part.size.height)
            // Safe because rows are inside `part` and the ring.
            while ready < end {
                unsafe widen(source + ready * stride, into: wide)
                unsafe weigh(wide, into: kept + ready % ring * output.pairs)
                ready += 1
            }
            for index in 0..<window.pairCount * 2 {
                let line = min(window.firstPair * 2 + index, part.size.height - 1)
                unsafe rows[index] = kept + line % ring * output.pairs
            }
            unsafe vertical.pairs.withUnsafeBufferPointer { weights in
                guard let base = weights.baseAddress else { return }
                unsafe ResampleKernel.sumRows(
                    rows, base + window.offset, pairs: window.pairCount, into: row,
                    count: output.pairs)
            }
            unsafe output.store(row, y: y)
        }
    }

    private func weigh(_ source: PairRow, into target: PairRow) {
        // Safe because the tables outlive the call and describe a row as long as `source`.
        unsafe horizontal.pairs.withUnsafeBufferPointer { weights in
            unsafe horizontal.windows.withUnsafeBufferPointer { windows in
                guard let base = weights.baseAddress else { return }
                unsafe ResampleKernel.weigh(source, base, windows, into: target)
            }
        }
    }

    private func widen(_ source: UnsafePointer<UInt8>, into target: PairRow) {
        // Safe because one pair of rows is read, both of them `source`.
        var weight = Int32(1 << ResampleWeights.fractionBits)
        unsafe withUnsafeTemporaryAllocation(of: UnsafePointer<UInt8>.self, capacity: 2) { rows in
            unsafe rows.initialize(repeating: source)
            guard let base = rows.baseAddress else { return }
            unsafe ResampleKernel.sumBytes(base, &weight, pairs: 1, into: target, blocks: blocks)
        }
    }
}

/// The destination of finished rows.
// Safe because it exists only while `run` holds the target.
@safe private struct RowOutput {
    let base: UnsafeMutablePointer<UInt8>
    let stride: Int
    let pairs: Int
    let clampsToAlpha: Bool
    let check: BandCheck

    /// Returns `true` if the passes are to stop before row `y`.
    @inline(__always)
    func stops(at y: Int) -> Bool { unsafe check.stops(at: y, of: base) }

    func store(_ row: PairRow, y: Int) {
        // Safe because the target has row `y` and rows have room for whole pairs.
        unsafe ResampleKernel.store(
            row, to: base + y * stride, count: pairs, clampsToAlpha: clampsToAlpha)
    }
}

extension UnsafeMutablePointer<SIMD8<Int16>> {
    /// Returns memory for a row of `count` pairs, all zero; the caller deallocates it.
    static func row(ofPairs count: Int) -> Self {
        let row = Self.allocate(capacity: count)
        unsafe row.initialize(repeating: .zero, count: count)
        return unsafe row
    }
}
