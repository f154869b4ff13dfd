import CWebImageKernels

/// Scales a picture of deep pixels whose rows arrive one after the other.
///
/// Each row is narrowed first; as many narrow rows as a window of the filter has are stored, as
/// floats with colours multiplied by alpha. A flat colour stays exactly that colour, opaque stays
/// opaque.
// Safe because only this value refers to the memory, and `deinit` deallocates it once.
@safe package struct DeepRowScaler: ~Copyable {
    /// The rows finished so far; rows below are transparent.
    package private(set) var result: Bitmap
    /// The number of finished rows.
    package private(set) var finishedCount = 0
    private let size: PixelSize
    private let horizontal: DeepWeights
    private let vertical: DeepWeights
    private let reach: Range<Int>
    private let wide: UnsafeMutablePointer<Float>
    /// Narrow rows by their number modulo the longest window, and the sum of one.
    private let kept: UnsafeMutablePointer<Float>
    private let rows: UnsafeMutablePointer<UnsafePointer<Float>?>
    private var rowCount = 0

    /// Returns the bytes that scaling from one size to another takes, result included.
    package static func byteCount(from source: PixelSize, to target: PixelSize) -> Int {
        let window = 6 * (source.height / max(target.height, 1) + 2)
        return Bitmap.byteCount(of: target, as: .rgba16)
            + (window + 1) * (target.width * 16 + 8) + source.width * 16
            + 4 * 8 * (source.width + source.height + 8 * (target.width + target.height))
    }

    /// Creates a scaler.
    ///
    /// - Parameters:
    ///   - source: The width and height of the picture in pixels.
    ///   - coverage: The part of the picture that the target covers.
    ///   - format: The deep format of the rows and the result.
    ///   - isOpaque: `true` if all pixels are opaque.
    /// - Precondition: Both sizes have pixels.
    package init(
        from source: PixelSize, to target: PixelSize, as format: SampleFormat = .rgba16,
        colorSpace: ColorSpace, isOpaque: Bool, significantBits: Int,
        filter: ResampleFilter = .lanczos, coverage: Coverage = Coverage()
    ) {
        self.init(
            from: source, as: format,
            horizontal: DeepWeights(
                source: source.width, target: target.width, filter: filter,
                part: coverage.columns(of: source.width)),
            vertical: DeepWeights(
                source: source.height, target: target.height, filter: filter,
                part: coverage.rows(of: source.height)))
        result.colorSpace = colorSpace
        result.isOpaque = isOpaque
        result.significantBits = significantBits
    }

    /// Creates a scaler by its weights, of which each axis has one span for each target pixel.
    init(
        from source: PixelSize, as format: SampleFormat, horizontal: DeepWeights,
        vertical: DeepWeights
    ) {
        let target = PixelSize(width: horizontal.spans.count, height: vertical.spans.count)
        result = Bitmap(size: target, as: format)
        size = source
        (self.horizontal, self.vertical) = (horizontal, vertical)
        reach = vertical.reach
        unsafe wide = .allocate(capacity: source.width * 4)
        unsafe kept = .allocate(capacity: (vertical.longest + 1) * target.width * 4)
        unsafe rows = .allocate(capacity: vertical.longest)
    }

    deinit {
        unsafe wide.deallocate()
        unsafe kept.deallocate()
        unsafe rows.deallocate()
    }

    /// Takes the next row and makes all rows of the result that it completes.
    ///
    /// - Parameter row: The straight pixels of the row.
    /// - Precondition: The source has more rows.
    package mutating func append(_ row: UnsafePointer<UInt16>) {
        precondition(rowCount < size.height, "All \(size.height) rows have been added already.")
        if reach.contains(rowCount) { unsafe narrow(row, into: narrowRow(rowCount)) }
        rowCount += 1
        while finishedCount < vertical.spans.count {
            let span = vertical.spans[finishedCount]
            guard span.first + span.count <= rowCount else { return }
            finish(span)
        }
    }

    /// Returns the narrow row that a row of the source becomes.
    private func narrowRow(_ row: Int) -> UnsafeMutablePointer<Float> {
        unsafe kept + row % vertical.longest * result.size.width * 4
    }

    private func narrow(_ row: UnsafePointer<UInt16>, into target: UnsafeMutablePointer<Float>) {
        // Safe because the row has `width` pixels, and all spans are inside of them.
        unsafe result.sampleFormat.load(
            row, into: wide, count: size.width, result.fourthSample)
        unsafe horizontal.weights.withUnsafeBufferPointer { weights in
            unsafe horizontal.spans.withUnsafeBufferPointer { spans in
                guard let shares = weights.baseAddress, let first = spans.baseAddress else {
                    return
                }
                unsafe cwik_deep_weigh(wide, shares, first, spans.count, target)
            }
        }
    }

    /// Makes the next row of the result from the narrow rows in its span.
    private mutating func finish(_ span: CWIKSpan) {
        // Safe because as many rows are kept as the longest span has, and one more for the sum.
        for index in 0..<span.count {
            unsafe rows[index] = UnsafePointer(narrowRow(span.first + index))
        }
        let (y, width, stride) = (finishedCount, result.size.width, result.bytesPerRow / 2)
        let (fourth, format) = (result.fourthSample, result.sampleFormat)
        let sum = unsafe kept + vertical.longest * width * 4
        unsafe vertical.weights.withUnsafeBufferPointer { weights in
            guard let shares = weights.baseAddress else { return }
            unsafe cwik_deep_sum(rows, shares + span.offset, span.count, sum, width)
        }
        unsafe result.withMutableDeepRows { target in
            unsafe format.store(sum, into: target + y * stride, count: width, fourth)
        }
        finishedCount += 1
    }
}

extension DeepRowScaler {
    /// States what the pixels of the result mean: the same as those of a bitmap.
    mutating func describe(as bitmap: Bitmap) {
        result.colorSpace = bitmap.colorSpace
        result.isOpaque = bitmap.isOpaque
        result.describe(as: bitmap)
    }
}
