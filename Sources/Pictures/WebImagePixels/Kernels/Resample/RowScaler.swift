import CWebImageKernels

/// Scales a picture whose rows arrive one after the other, without storing it whole.
///
/// The filter is as in ``Bitmap/resampled(to:from:filter:)``, but each row is scaled before the
/// rows are weighed, so the last bit may differ. Besides the result it stores as many narrow rows
/// as a window of the filter has.
// Safe because only this value refers to the memory, and `deinit` deallocates it once.
@safe package struct RowScaler: ~Copyable {
    /// The rows finished so far; rows below are transparent.
    package private(set) var result: Bitmap
    /// The number of finished rows.
    package private(set) var finishedCount = 0
    private let height: Int
    private let clampsToAlpha: Bool
    private let horizontal: ResampleWeights
    private let vertical: ResampleWeights
    private let pairs: Int
    private let blocks: Int
    private let ring: Int
    private let wide: PairRow
    private let kept: PairRow
    private let rows: UnsafeMutablePointer<PairRow>
    private var rowCount = 0

    /// Returns the bytes that scaling from one size to another takes, result included.
    package static func byteCount(from source: PixelSize, to target: PixelSize) -> Int {
        let window = 6 * (source.height / max(target.height, 1) + 2)
        return Bitmap.byteCount(of: target) + window * (target.width + 2) * 8 + source.width * 16
    }

    /// Creates a scaler of premultiplied pixels, or of inks.
    ///
    /// - Parameter coverage: The part of the picture that the target covers.
    /// - Precondition: Both sizes have pixels.
    package init(
        from source: PixelSize, to target: PixelSize, colorSpace: ColorSpace, isOpaque: Bool,
        filter: ResampleFilter = .lanczos, coverage: Coverage = Coverage()
    ) {
        result = Bitmap(size: target, colorSpace: colorSpace, isOpaque: isOpaque)
        height = source.height
        clampsToAlpha = colorSpace != .cmyk
        horizontal = ResampleWeights(
            source: source.width, origin: 0, target: target.width, filter: filter,
            part: coverage.columns(of: source.width))
        vertical = ResampleWeights(
            source: source.height, origin: 0, target: target.height, filter: filter,
            part: coverage.rows(of: source.height))
        pairs = (target.width + 1) / 2
        blocks = (source.width + ResampleRow.block - 1) / ResampleRow.block
        ring = vertical.longestWindow * 2
        unsafe wide = PairRow.row(ofPairs: blocks * ResampleRow.block / 2)
        unsafe kept = PairRow.row(ofPairs: (ring + 1) * pairs)
        unsafe rows = UnsafeMutablePointer<PairRow>.allocate(capacity: ring)
    }

    deinit {
        unsafe wide.deallocate()
        unsafe kept.deallocate()
        unsafe rows.deallocate()
    }

    /// Takes the next row and makes all rows of the result that it completes.
    ///
    /// - Parameter row: Aligned and padded like a row of a ``Bitmap``.
    /// - Precondition: The source has more rows.
    package mutating func append(_ row: UnsafePointer<UInt8>) {
        precondition(rowCount < height, "All \(height) rows have been added already.")
        // Safe because the row is padded to whole blocks and the ring has room for it.
        unsafe narrow(row, into: kept + rowCount % ring * pairs)
        rowCount += 1
        while finishedCount < vertical.windows.count {
            let window = vertical.windows[finishedCount]
            guard min((window.firstPair + window.pairCount) * 2, height) <= rowCount else { return }
            finish(window)
        }
    }

    private func narrow(_ row: UnsafePointer<UInt8>, into target: PairRow) {
        var weight = Int32(1 << ResampleWeights.fractionBits)
        // Safe because one pair of rows is read, both are `row`, and the tables outlive the call.
        unsafe withUnsafeTemporaryAllocation(of: UnsafePointer<UInt8>.self, capacity: 2) { both in
            unsafe both.initialize(repeating: row)
            guard let base = both.baseAddress else { return }
            unsafe ResampleKernel.sumBytes(base, &weight, pairs: 1, into: wide, blocks: blocks)
        }
        unsafe horizontal.pairs.withUnsafeBufferPointer { weights in
            unsafe horizontal.windows.withUnsafeBufferPointer { windows in
                guard let base = weights.baseAddress else { return }
                unsafe ResampleKernel.weigh(wide, base, windows, into: target)
            }
        }
    }

    /// Makes the next row of the result from the narrow rows in its window.
    private mutating func finish(_ window: ResampleWeights.Window) {
        for index in 0..<window.pairCount * 2 {
            let line = min(window.firstPair * 2 + index, height - 1)
            // Safe because the ring holds all rows of a window.
            unsafe rows[index] = kept + line % ring * pairs
        }
        // Safe because the row after the ring is unused, and the result has this row.
        let (y, pairs, stride) = (finishedCount, pairs, result.bytesPerRow)
        let clampsToAlpha = clampsToAlpha
        let sum = unsafe kept + ring * pairs
        unsafe vertical.pairs.withUnsafeBufferPointer { weights in
            guard let base = weights.baseAddress else { return }
            unsafe ResampleKernel.sumRows(
                rows, base + window.offset, pairs: window.pairCount, into: sum, count: pairs)
        }
        unsafe result.withUnsafeMutableRows { target in
            unsafe ResampleKernel.store(
                sum, to: target + y * stride, count: pairs, clampsToAlpha: clampsToAlpha)
        }
        finishedCount += 1
    }
}
