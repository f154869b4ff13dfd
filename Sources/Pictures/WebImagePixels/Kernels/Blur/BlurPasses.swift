/// The two passes of a Gaussian blur, row by row, without an intermediate picture.
///
/// The pixel at an edge is repeated beyond it.
struct BlurPasses {
    private let weights: BlurWeights
    private let size: PixelSize

    init(sigma: Double, size: PixelSize) {
        weights = BlurWeights(sigma: sigma)
        self.size = size
    }

    private var blocks: Int { (size.width + ResampleRow.block - 1) / ResampleRow.block }

    /// Blurs the rows at `source` into those at `target`.
    ///
    /// - Parameter clampsToAlpha: `true` limits the other channels to the fourth.
    func run(
        from source: UnsafePointer<UInt8>, to target: UnsafeMutablePointer<UInt8>, stride: Int,
        clampsToAlpha: Bool
    ) {
        let pairs = (size.width + 1) / 2
        // With room for the neighbours of the last pair, and for loops that take two pairs.
        let length = weights.margin + blocks * ResampleRow.block / 2 + weights.even.count + 2
        let sums = unsafe PairRow.row(ofPairs: length)
        let row = unsafe PairRow.row(ofPairs: pairs + 2)
        let taps = weights.rows.count * 2
        let rows = UnsafeMutablePointer<UnsafePointer<UInt8>>.allocate(capacity: taps)
        defer {
            unsafe sums.deallocate()
            unsafe row.deallocate()
            unsafe rows.deallocate()
        }
        let check = BandCheck(height: size.height, stride: stride)
        for y in 0..<size.height {
            if unsafe check.stops(at: y, of: target) { return }
            for index in 0..<taps {
                // Safe because every line is clamped to the picture.
                let line = min(max(y - weights.radius + index, 0), size.height - 1)
                unsafe rows[index] = source + line * stride
            }
            unsafe weights.rows.withUnsafeBufferPointer { table in
                guard let base = table.baseAddress else { return }
                unsafe ResampleKernel.sumBytes(
                    rows, base, pairs: table.count, into: sums + weights.margin, blocks: blocks)
            }
            unsafe repeatEdges(of: sums, length: length)
            unsafe ResampleKernel.convolve(sums, weights, into: row, count: pairs)
            unsafe ResampleKernel.store(
                row, to: target + y * stride, count: pairs, clampsToAlpha: clampsToAlpha)
        }
    }

    /// Repeats the edge pixels of a row that begins ``BlurWeights/margin`` pairs after `row`.
    private func repeatEdges(of row: PairRow, length: Int) {
        // Safe because all of these pairs are in the row.
        let first = unsafe row[weights.margin].firstTwice
        for pair in 0..<weights.margin { unsafe row[pair] = first }
        let last = weights.margin + (size.width - 1) / 2
        let edge: SIMD8<Int16>
        if size.width % 2 == 0 {
            edge = unsafe row[last].secondTwice
        } else {
            edge = unsafe row[last].firstTwice
            unsafe row[last] = edge
        }
        for pair in last + 1..<length { unsafe row[pair] = edge }
    }
}

extension SIMD8<Int16> {
    /// The first pixel of a pair, twice.
    fileprivate var firstTwice: Self {
        SIMD8(self[0], self[0], self[2], self[2], self[4], self[4], self[6], self[6])
    }

    /// The second pixel of a pair, twice.
    fileprivate var secondTwice: Self {
        SIMD8(self[1], self[1], self[3], self[3], self[5], self[5], self[7], self[7])
    }
}
