import CWebImageKernels

/// The two passes of one resampling, row by row, without an intermediate picture.
struct ResamplePasses: Sendable {
    private let part: PixelRect
    private let size: PixelSize
    /// The first column to read: the first of `part`, moved left to an aligned address.
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

    /// Creates the passes that scale columns and rows of a picture of `picture` pixels, and read as
    /// far around them as the filter reaches.
    init(
        of picture: PixelSize, columns: AxisSpan, rows: AxisSpan, to size: PixelSize,
        filter: ResampleFilter
    ) {
        let across = columns.pixels(of: picture.width, target: size.width, filter: filter)
        let down = rows.pixels(of: picture.height, target: size.height, filter: filter)
        let part = PixelRect(
            x: across.lowerBound, y: down.lowerBound,
            size: PixelSize(width: across.count, height: down.count))
        self.init(
            from: part, columns: columns.seen(from: part.x), rows: rows.seen(from: part.y),
            to: size, filter: filter)
    }

    /// All of the target.
    var whole: ResamplePart { ResamplePart(columns: 0..<size.width, rows: 0..<size.height) }

    /// Returns the parts of the target that depend on pixels inside of rectangles of the source.
    ///
    /// Parts that overlap, or touch, become one if that makes no more pixels.
    func parts(changedBy rects: [PixelRect]) -> [ResamplePart] {
        var parts: [ResamplePart] = []
        for rect in rects {
            guard var part = self.part(changedBy: rect) else { continue }
            while let index = parts.firstIndex(where: {
                $0.union(part).area <= $0.area + part.area
            }) {
                part = part.union(parts.remove(at: index))
            }
            parts.append(part)
        }
        return parts
    }

    private func part(changedBy rect: PixelRect) -> ResamplePart? {
        let (x, y) = (rect.x - alignedX, rect.y - part.y)
        let columns = horizontal.windows(reading: x..<x + rect.size.width)
        let rows = vertical.windows(reading: y..<y + rect.size.height)
        guard !columns.isEmpty, !rows.isEmpty else { return nil }
        let (start, end) = (columns.lowerBound / 2 * 2, (columns.upperBound + 1) / 2 * 2)
        return ResamplePart(columns: start..<min(end, size.width), rows: rows)
    }

    /// `true` if scaling rows first is cheaper: if the picture becomes taller and narrower.
    ///
    /// Otherwise the vertical pass comes first, which costs the same and keeps no rows.
    var narrowsFirst: Bool {
        size.height > part.size.height && size.width < part.size.width
    }

    /// Scales rows at `source` into rows at `target`.
    ///
    /// - Parameters:
    ///   - source: The first row of the whole bitmap.
    ///   - target: The first row of a bitmap of the target size.
    ///   - clampsToAlpha: `true` limits the other channels to the fourth.
    ///   - targetPart: The part to write, nil for all; only if not ``narrowsFirst``.
    func run(
        from source: UnsafePointer<UInt8>, stride: Int, to target: UnsafeMutablePointer<UInt8>,
        stride targetStride: Int, clampsToAlpha: Bool, only targetPart: ResamplePart? = nil
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
            unsafe runVerticalFirst(first, stride, output, targetPart ?? whole)
        }
    }

    private func runVerticalFirst(
        _ source: UnsafePointer<UInt8>, _ stride: Int, _ output: RowOutput, _ part: ResamplePart
    ) {
        let windows = horizontal.windows[part.columns]
        guard let leftmost = windows.first, let rightmost = windows.last else { return }
        // The blocks of source pixels that these columns depend on.
        let first = leftmost.firstPair * 2 / ResampleRow.block
        let end = (rightmost.firstPair + rightmost.pairCount) * 2
        let count = (end + ResampleRow.block - 1) / ResampleRow.block - first
        let sums = unsafe PairRow.row(ofPairs: blocks * ResampleRow.block / 2)
        let row = unsafe PairRow.row(ofPairs: output.pairs)
        let rows = UnsafeMutablePointer<UnsafePointer<UInt8>>.allocate(
            capacity: vertical.longestWindow * 2)
        defer {
            unsafe sums.deallocate()
            unsafe row.deallocate()
            unsafe rows.deallocate()
        }
        // Safe because `rows` has room for the longest window, and all rows and blocks are inside
        // the source.
        for y in part.rows {
            if output.stops(at: y) { return }
            let window = vertical.windows[y]
            for index in 0..<window.pairCount * 2 {
                let line = min(window.firstPair * 2 + index, self.part.size.height - 1)
                unsafe rows[index] = source + line * stride + first * ResampleRow.block * 4
            }
            unsafe vertical.pairs.withUnsafeBufferPointer { weights in
                guard let base = weights.baseAddress else { return }
                unsafe ResampleKernel.sumBytes(
                    rows, base + window.offset, pairs: window.pairCount,
                    into: sums + first * ResampleRow.block / 2, blocks: count)
            }
            unsafe weigh(sums, into: row, part.columns)
            unsafe output.store(row, y: y, part.columns)
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

    /// Makes the given columns of the target, or all, at the beginning of a row.
    private func weigh(
        _ source: PairRow, into target: PairRow, _ columns: Range<Int>? = nil
    ) {
        let columns = columns ?? 0..<size.width
        // Safe because the tables outlive the call and describe a row as long as `source`.
        unsafe horizontal.pairs.withUnsafeBufferPointer { weights in
            unsafe horizontal.windows.withUnsafeBufferPointer { windows in
                guard let base = weights.baseAddress else { return }
                let part = unsafe UnsafeBufferPointer(rebasing: windows[columns])
                unsafe ResampleKernel.weigh(source, base, part, into: target)
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

    /// Writes columns, or all, of which the first is even.
    func store(_ row: PairRow, y: Int, _ columns: Range<Int>? = nil) {
        let first = columns?.lowerBound ?? 0
        let count = columns.map { ($0.count + 1) / 2 } ?? pairs
        // Safe because the target has row `y` and rows have room for whole pairs.
        unsafe ResampleKernel.store(
            row, to: base + y * stride + first * 4, count: count, clampsToAlpha: clampsToAlpha)
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
