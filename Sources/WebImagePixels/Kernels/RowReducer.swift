/// Makes a picture smaller while its rows come one after the other, so that nobody holds it whole.
///
/// Every pixel of the result is the mean of the area it covers, with exact fractional borders. A flat
/// colour stays exactly that colour, opaque stays opaque, colour never exceeds alpha.
package struct RowReducer {
    /// The result; complete once every row was added.
    package private(set) var bitmap: Bitmap
    private let source: PixelSize
    private let columns: [Column]
    /// How much of a source row one row of the result covers.
    private let rowHeight: Float
    private var line: [SIMD4<Float>]
    private var sum: [SIMD4<Float>]
    private var nextRow = 0
    private var targetRow = 0

    /// The source columns that one column of the result covers.
    private struct Column {
        var first: Int
        /// The whole columns behind the first one.
        var whole: Int
        var firstWeight: Float
        /// Of the column behind the whole ones; 0 where there is none.
        var lastWeight: Float
    }

    /// A reducer of a picture of `source`.
    ///
    /// - Precondition: `target` has a pixel, and no side longer than that of `source`.
    package init(from source: PixelSize, to target: PixelSize, colorSpace: ColorSpace, isOpaque: Bool) {
        precondition(
            target.width <= source.width && target.height <= source.height,
            "A picture of \(source) cannot be reduced to \(target).")
        bitmap = Bitmap(uninitialized: target, colorSpace: colorSpace, isOpaque: isOpaque)
        self.source = source
        columns = Self.columns(of: source.width, in: target.width)
        rowHeight = Float(source.height) / Float(target.height)
        line = Array(repeating: .zero, count: target.width)
        sum = line
    }

    private static func columns(of source: Int, in target: Int) -> [Column] {
        (0..<target).map { x in
            let (first, start) = (x * source).quotientAndRemainder(dividingBy: target)
            let (last, end) = ((x + 1) * source).quotientAndRemainder(dividingBy: target)
            return Column(
                first: first, whole: last - first - 1,
                firstWeight: 1 - Float(start) / Float(target),
                lastWeight: Float(end) / Float(target))
        }
    }

    /// Adds the next row: the pixels of the source's width, premultiplied blue, green, red, alpha.
    ///
    /// - Precondition: There are not more rows than the source has.
    package mutating func add(_ row: UnsafePointer<UInt8>) {
        precondition(nextRow < source.height, "There are more rows than \(source.height).")
        unsafe narrow(row)
        let height = bitmap.size.height
        nextRow += 1
        // Exact in integers: where this row ends, counted in rows of the result × source height.
        let over = nextRow * height - (targetRow + 1) * source.height
        guard over >= 0 else { return accumulate(1) }
        let rest = Float(over) / Float(height)
        accumulate(1 - rest)
        store()
        targetRow += 1
        for x in sum.indices { sum[x] = line[x] * rest }
    }

    private mutating func accumulate(_ weight: Float) {
        for x in sum.indices { sum[x] += line[x] * weight }
    }

    /// Sums the columns of one row.
    private mutating func narrow(_ row: UnsafePointer<UInt8>) {
        // Safe because the columns are inside of a row of the source, and rows have four-byte pixels.
        for (x, column) in columns.enumerated() {
            var pixel = unsafe row + column.first * 4
            var total = unsafe Self.load(pixel) * column.firstWeight
            for _ in 0..<max(column.whole, 0) {
                unsafe pixel += 4
                total += unsafe Self.load(pixel)
            }
            if column.lastWeight > 0 { total += unsafe Self.load(pixel + 4) * column.lastWeight }
            line[x] = total
        }
    }

    @inline(__always)
    private static func load(_ pixel: UnsafePointer<UInt8>) -> SIMD4<Float> {
        // Safe because the caller has four bytes here.
        SIMD4<Float>(unsafe UnsafeRawPointer(pixel).loadUnaligned(as: SIMD4<UInt8>.self))
    }

    /// Writes the finished row.
    private mutating func store() {
        let scale = Float(bitmap.size.width) / Float(source.width) / rowHeight
        let start = targetRow * bitmap.bytesPerRow
        let sum = sum
        // Safe because the row is inside of the bitmap, as wide as `sum`.
        unsafe bitmap.withUnsafeMutableRows { rows in
            let row = unsafe UnsafeMutableRawPointer(rows + start)
            for x in sum.indices {
                let value = (sum[x] * scale + 0.5).clamped(
                    lowerBound: .zero, upperBound: SIMD4(repeating: 255))
                unsafe row.storeBytes(
                    of: SIMD4<UInt8>(truncatingIfNeeded: SIMD4<Int32>(value)),
                    toByteOffset: x * 4, as: SIMD4<UInt8>.self)
            }
        }
    }
}
