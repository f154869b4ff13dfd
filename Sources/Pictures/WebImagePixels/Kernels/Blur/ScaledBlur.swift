import CWebImageKernels

/// A wide Gaussian blur by way of a small picture: reduced by ``ScaledBlurAxis/step``, blurred
/// there, and enlarged.
///
/// The small picture takes a sixteenth of the pixels or less, so that the time of a pixel hardly
/// depends on sigma. All passes run row by row: two rings keep the narrow rows that the Gaussian
/// needs and the blurred ones that the enlargement needs.
// Safe because only this object writes its rows, which are as long as the loops need.
@safe final class ScaledBlur {
    private let size: PixelSize
    private let columns: ScaledBlurAxis
    private let rows: ScaledBlurAxis
    /// The blocks of ``ResampleRow/block`` pixels of a row.
    private let blocks: Int
    /// One row of the picture's width.
    private let wide: PairRow
    /// One row of the small picture's width.
    private let narrow: PairRow
    private let reduced: RowRing
    private let blurred: RowRing

    init(sigma: Double, size: PixelSize) {
        self.size = size
        columns = ScaledBlurAxis(length: size.width, sigma: sigma)
        rows = ScaledBlurAxis(length: size.height, sigma: sigma)
        blocks = (size.width + ResampleRow.block - 1) / ResampleRow.block
        let pairs = (columns.count + 1) / 2
        unsafe wide = PairRow.row(ofPairs: blocks * ResampleRow.block / 2)
        unsafe narrow = PairRow.row(ofPairs: pairs)
        reduced = RowRing(count: rows.blur.longestWindow * 2, pairs: pairs)
        blurred = RowRing(count: rows.enlarge.longestWindow * 2, pairs: pairs)
    }

    deinit {
        unsafe wide.deallocate()
        unsafe narrow.deallocate()
    }

    /// Blurs the rows at `source` into those at `target`.
    ///
    /// - Parameter clampsToAlpha: `true` limits the other channels to the fourth.
    func run(
        from source: UnsafePointer<UInt8>, to target: UnsafeMutablePointer<UInt8>, stride: Int,
        clampsToAlpha: Bool
    ) {
        let check = BandCheck(height: size.height, stride: stride)
        for (y, window) in rows.enlarge.windows.enumerated() {
            if unsafe check.stops(at: y, of: target) { return }
            while blurred.end < min((window.firstPair + window.pairCount) * 2, rows.count) {
                unsafe blurNext(from: source, stride: stride)
            }
            // Safe because the ring has the rows of the window, and the target has row `y`.
            unsafe blurred.sum(window, of: rows.enlarge, into: narrow)
            unsafe weigh(narrow, by: columns.enlarge, into: wide)
            unsafe ResampleKernel.store(
                wide, to: target + y * stride, count: (size.width + 1) / 2,
                clampsToAlpha: clampsToAlpha)
        }
    }

    /// Makes the next blurred row of the small picture.
    private func blurNext(from source: UnsafePointer<UInt8>, stride: Int) {
        let window = rows.blur.windows[blurred.end]
        while reduced.end < min((window.firstPair + window.pairCount) * 2, rows.count) {
            unsafe reduceNext(from: source, stride: stride)
        }
        unsafe reduced.sum(window, of: rows.blur, into: blurred.append())
    }

    /// Makes the next row of the small picture, blurred in its own direction.
    private func reduceNext(from source: UnsafePointer<UInt8>, stride: Int) {
        let window = rows.reduce.windows[reduced.end]
        unsafe withUnsafeTemporaryAllocation(
            of: UnsafePointer<UInt8>.self, capacity: window.pairCount * 2
        ) { lines in
            for index in 0..<window.pairCount * 2 {
                // Safe because every line is clamped to the picture.
                let line = min(window.firstPair * 2 + index, size.height - 1)
                unsafe lines.initializeElement(at: index, to: source + line * stride)
            }
            unsafe rows.reduce.pairs.withUnsafeBufferPointer { weights in
                guard let lines = lines.baseAddress, let weights = weights.baseAddress else {
                    return
                }
                unsafe ResampleKernel.sumBytes(
                    lines, weights + window.offset, pairs: window.pairCount, into: wide,
                    blocks: blocks)
            }
        }
        unsafe weigh(wide, by: columns.reduce, into: narrow)
        unsafe weigh(narrow, by: columns.blur, into: reduced.append())
    }

    private func weigh(_ source: PairRow, by table: ResampleWeights, into target: PairRow) {
        // Safe because the tables outlive the call and describe a row as long as `source`.
        unsafe table.pairs.withUnsafeBufferPointer { weights in
            unsafe table.windows.withUnsafeBufferPointer { windows in
                guard let base = weights.baseAddress else { return }
                unsafe ResampleKernel.weigh(source, base, windows, into: target)
            }
        }
    }
}

/// The latest rows of a picture that is made row by row.
// Safe because only this object writes its rows, which are as long as the loops need.
@safe private final class RowRing {
    /// The rows made so far.
    private(set) var end = 0
    private let count: Int
    private let pairs: Int
    private let base: PairRow

    init(count: Int, pairs: Int) {
        self.count = count
        self.pairs = pairs
        unsafe base = PairRow.row(ofPairs: count * pairs)
    }

    deinit {
        unsafe base.deallocate()
    }

    /// Returns the place of the next row.
    func append() -> PairRow {
        defer { end += 1 }
        // Safe because the ring has `count` rows.
        return unsafe base + end % count * pairs
    }

    /// Weighs the rows of a window, of which those beyond the last row have no weight.
    func sum(_ window: ResampleWeights.Window, of table: ResampleWeights, into target: PairRow) {
        unsafe withUnsafeTemporaryAllocation(of: PairRow.self, capacity: window.pairCount * 2) {
            rows in
            for index in 0..<window.pairCount * 2 {
                let line = min(window.firstPair * 2 + index, end - 1)
                // Safe because the ring still has the rows of a window.
                unsafe rows.initializeElement(at: index, to: base + line % count * pairs)
            }
            unsafe table.pairs.withUnsafeBufferPointer { weights in
                guard let rows = rows.baseAddress, let weights = weights.baseAddress else { return }
                unsafe ResampleKernel.sumRows(
                    rows, weights + window.offset, pairs: window.pairCount, into: target,
                    count: pairs)
            }
        }
    }
}
