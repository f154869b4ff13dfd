import CWebImageKernels
import TestSupport
import Testing

@testable import WebImagePixels

/// The loops in C compared with those in Swift, bit for bit; without C, Swift with itself.
@Suite struct KernelTests {
    @Test(arguments: [1, 2, 7, 8, 9, 33, 64], [1, 2, 5, 12])
    func `rows of bytes sum up alike`(width: Int, pairs: Int) {
        let rows = Rows(width: width, count: pairs * 2)
        let weights = Self.weights(pairs)
        let blocks = (width + ResampleRow.block - 1) / ResampleRow.block
        let (ours, theirs) = Self.both(pairs: blocks * 4) { form, target in
            form == .c
                ? ResampleKernel.sumBytes(
                    rows.base, weights, pairs: pairs, into: target, blocks: blocks)
                : ResampleRow.sumBytes(
                    rows.base, weights, pairs: pairs, into: target, blocks: blocks)
        }
        #expect(ours == theirs)
    }

    @Test(arguments: [1, 2, 3, 8, 21], [1, 2, 5])
    func `pair rows sum up alike`(count: Int, pairs: Int) {
        let sources = (0..<pairs * 2).map { Self.pairRow(count, seed: $0) }
        let pointers = UnsafeMutablePointer<PairRow>.allocate(capacity: sources.count)
        defer {
            pointers.deallocate()
            for source in sources { source.deallocate() }
        }
        for (index, source) in sources.enumerated() { pointers[index] = source }
        let weights = Self.weights(pairs)
        let (ours, theirs) = Self.both(pairs: count) { form, target in
            form == .c
                ? ResampleKernel.sumRows(
                    pointers, weights, pairs: pairs, into: target, count: count)
                : ResampleRow.sumRows(pointers, weights, pairs: pairs, into: target, count: count)
        }
        #expect(ours == theirs)
    }

    @Test(arguments: [1, 2, 5, 16, 40, 41], ResampleFilter.allCases)
    func `windows are weighed alike`(target size: Int, filter: ResampleFilter) {
        let table = ResampleWeights(source: 40, origin: 3, target: size, filter: filter)
        let source = Self.pairRow(24, seed: 5)
        defer { source.deallocate() }
        let (ours, theirs) = Self.both(pairs: (size + 1) / 2) { form, target in
            table.windows.withUnsafeBufferPointer { windows in
                form == .c
                    ? ResampleKernel.weigh(source, table.pairs, windows, into: target)
                    : ResampleRow.weigh(source, table.pairs, windows, into: target)
            }
        }
        #expect(ours == theirs)
    }

    @Test(arguments: [0.2, 1, 2.4, 5.5], [1, 2, 3, 10])
    func `neighbours are weighed alike`(sigma: Double, count: Int) {
        let weights = BlurWeights(sigma: sigma)
        let source = Self.pairRow(count + weights.even.count + 2, seed: 8)
        defer { source.deallocate() }
        let (ours, theirs) = Self.both(pairs: count) { form, target in
            form == .c
                ? ResampleKernel.convolve(source, weights, into: target, count: count)
                : ResampleRow.convolve(source, weights, into: target, count: count)
        }
        #expect(ours == theirs)
    }

    @Test(arguments: [(1, 1), (7, 3), (8, 2), (33, 5)], [0.5, 1, 90])
    func `pixels are recoloured alike`(sides: (Int, Int), scale: Double) {
        let picture = Scene.noise(size: PixelSize(sides.0, sides.1), seed: 4)
        let matrix = ColorMatrix(
            [SIMD3(scale, 0.3, -0.2), SIMD3(-0.7, scale, 0.1), SIMD3(0.4, -0.6, scale)], offset: 9)
        #expect(
            picture.recolored(by: matrix, usesC: ResampleKernel.isInC)
                == picture.recolored(by: matrix, usesC: false))
    }

    @Test(arguments: [1, 2, 3, 10, 31], [true, false])
    func `pairs become bytes alike`(count: Int, clamps: Bool) {
        let source = Self.pairRow(count, seed: 2)
        defer { source.deallocate() }
        var results = [[UInt8]](repeating: [UInt8](repeating: 7, count: count * 8), count: 2)
        ResampleKernel.store(source, to: &results[0], count: count, clampsToAlpha: clamps)
        ResampleRow.store(source, to: &results[1], count: count, clampsToAlpha: clamps)
        #expect(results[0] == results[1])
    }

    @Test(arguments: [3.0, 44.9, 91, 179.5, 200, 333], [1, 2, 5, 40])
    func `a picture is turned alike`(degrees: Double, height: Int) {
        for isOpaque in [true, false] {
            let size = PixelSize(width: 37, height: height)
            let picture = Scene.noise(size: size, seed: 4, isOpaque: isOpaque)
            #expect(
                picture.turned(degrees: degrees, usesC: ResampleKernel.isInC)
                    == picture.turned(degrees: degrees, usesC: false))
        }
    }

    @Test(
        arguments: Orientation.allCases,
        [(7, 40), (8, 8), (16, 24), (41, 67), (64, 65), (136, 9)])
    func `columns become rows alike`(orientation: Orientation, sides: (Int, Int)) {
        let size = PixelSize(width: sides.0, height: sides.1)
        let picture = Scene.noise(size: size, seed: 7)
        #expect(
            picture.oriented(orientation, usesC: ResampleKernel.isInC)
                == picture.oriented(orientation, usesC: false))
    }

    @Test(arguments: [Orientation.leftMirrored, .right, .rightMirrored, .left])
    func `columns of a picture larger than the caches become rows alike`(
        orientation: Orientation
    ) {
        let picture = Scene.noise(size: PixelSize(width: 2050, height: 2061), seed: 7)
        #expect(
            picture.oriented(orientation, usesC: ResampleKernel.isInC)
                == picture.oriented(orientation, usesC: false))
    }

    private enum Form { case c, swift }

    /// Returns the output of both forms, in rows with space after the pairs.
    private static func both(
        pairs: Int, _ body: (Form, PairRow) -> Void
    ) -> ([SIMD8<Int16>], [SIMD8<Int16>]) {
        let results = [Form.c, .swift].map { form in
            let row = PairRow.row(ofPairs: pairs + 2)
            defer { row.deallocate() }
            body(form, row)
            return Array(UnsafeBufferPointer(start: row, count: pairs))
        }
        return (results[0], results[1])
    }

    /// Returns pairs of weights with sum 1, some of them negative.
    private static func weights(_ pairs: Int) -> [Int32] {
        let values = (0..<pairs * 2).map { Double(($0 * 7 + 3) % 5) - 0.7 }
        var result: [Int32] = []
        ResampleWeights.append(
            ResampleWeights.fixed(values), behind: 0, count: pairs, to: &result)
        return result
    }

    /// Returns numbers in the range of a pass's results, −191 to 446.
    private static func pairRow(_ count: Int, seed: Int) -> PairRow {
        let row = PairRow.row(ofPairs: count)
        for index in 0..<count {
            for channel in 0..<8 {
                let number = (index * 8 + channel + seed) &* 2_654_435_761 >> 7
                row[index][channel] = Int16(number % (637 * 64) - 191 * 64)
            }
        }
        return row
    }
}

/// Rows of noise, aligned as those of a bitmap.
private final class Rows {
    let base: UnsafeMutablePointer<UnsafePointer<UInt8>>
    private let bitmap: Bitmap

    init(width: Int, count: Int) {
        let bitmap = Scene.noise(size: PixelSize(width: width, height: count), seed: 6)
        self.bitmap = bitmap
        base = .allocate(capacity: count)
        bitmap.withUnsafeRows { rows in
            for row in 0..<count { base[row] = rows + row * bitmap.bytesPerRow }
        }
    }

    deinit { base.deallocate() }
}
