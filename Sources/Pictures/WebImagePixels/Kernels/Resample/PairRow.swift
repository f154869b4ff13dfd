import CWebImageKernels

/// A row of 16-bit pixels with ``fractionBits`` fraction bits, two pixels interleaved.
///
/// Eight numbers hold blue 0, blue 1, green 0, green 1, red 0, red 1, alpha 0, alpha 1. One
/// multiply-and-add-neighbours instruction thus weighs two pixels and adds them. The range of −512
/// to 511 suffices for two passes of a filter with negative lobes. The negative weights of a
/// Lanczos window add up to at most 0.29, which gives −191 to 446.
typealias PairRow = UnsafeMutablePointer<SIMD8<Int16>>

/// The fraction bits of the numbers of a ``PairRow``.
private let fractionBits: Int32 = 6
private let weightBits = Int32(ResampleWeights.fractionBits)

extension SIMD8<Int16> {
    /// Returns the products of both vectors with neighbours added: `pmaddwd` on x86.
    ///
    /// Written element by element, the only form that the optimizer recognizes.
    @inline(__always)
    func multipliedAndPaired(_ other: Self) -> SIMD4<Int32> {
        SIMD4(
            Int32(self[0]) &* Int32(other[0]) &+ Int32(self[1]) &* Int32(other[1]),
            Int32(self[2]) &* Int32(other[2]) &+ Int32(self[3]) &* Int32(other[3]),
            Int32(self[4]) &* Int32(other[4]) &+ Int32(self[5]) &* Int32(other[5]),
            Int32(self[6]) &* Int32(other[6]) &+ Int32(self[7]) &* Int32(other[7]))
    }

    /// Creates a vector that repeats a pair of weights.
    @inline(__always)
    init(weights: Int32) {
        // Safe because both are 16 bytes without padding, and all bit patterns are valid.
        self = unsafe unsafeBitCast(SIMD4<Int32>(repeating: weights), to: Self.self)
    }

    /// Creates a pair of two sums, one of each pixel, shifted to the fraction bits of a row.
    @inline(__always)
    init(_ even: SIMD4<Int32>, _ odd: SIMD4<Int32>, shiftedBy bits: Int32) {
        let half = SIMD4<Int32>(repeating: 1 << (bits - 1))
        let shift = SIMD4<Int32>(repeating: bits)
        let low = ((even &+ half) &>> shift) & SIMD4(repeating: 0xFFFF)
        let high = ((odd &+ half) &>> shift) &<< SIMD4(repeating: 16)
        // Safe because both are 16 bytes without padding, and all bit patterns are valid.
        self = unsafe unsafeBitCast(low | high, to: Self.self)
    }
}

extension SIMD16<UInt8> {
    /// Returns the channels of pixel `index`, each followed by the same channel of `below`.
    @inline(__always)
    func paired(with below: Self, _ index: Int) -> SIMD8<Int16> {
        let at = index * 4
        return SIMD8(
            Int16(self[at]), Int16(below[at]), Int16(self[at + 1]), Int16(below[at + 1]),
            Int16(self[at + 2]), Int16(below[at + 2]), Int16(self[at + 3]), Int16(below[at + 3]))
    }
}

/// The inner loops of resampling; each makes one row.
///
/// The caller guarantees that rows have all the elements that the loops touch. Bitmap rows and pair
/// rows are padded to their alignment, so whole blocks are read and written and no loop has a tail.
enum ResampleRow {
    /// The pixels of one step of a loop over columns; divides ``Bitmap/rowAlignment`` / 4.
    static let block = 8

    /// Adds up weighted rows of bytes, in pairs, into `target`.
    ///
    /// - Parameters:
    ///   - rows: Two rows for each weight, aligned to ``Bitmap/rowAlignment``.
    ///   - blocks: The number of blocks of ``block`` pixels.
    static func sumBytes(
        _ rows: UnsafePointer<UnsafePointer<UInt8>>, _ weights: UnsafePointer<Int32>, pairs: Int,
        into target: PairRow, blocks: Int
    ) {
        for index in 0..<blocks {
            let at = index * block * 4
            var sums = SumsOfBlock()
            for pair in 0..<pairs {
                // Safe because every row has `blocks` whole blocks and is aligned for vectors.
                let weight = unsafe SIMD8<Int16>(weights: weights[pair])
                let upper = unsafe UnsafeRawPointer(rows[pair * 2] + at)
                let lower = unsafe UnsafeRawPointer(rows[pair * 2 + 1] + at)
                unsafe sums.add(
                    upper.load(as: SIMD16<UInt8>.self), lower.load(as: SIMD16<UInt8>.self),
                    upper.load(fromByteOffset: 16, as: SIMD16<UInt8>.self),
                    lower.load(fromByteOffset: 16, as: SIMD16<UInt8>.self), weight)
            }
            unsafe sums.store(to: target + index * block / 2)
        }
    }

    /// Adds up weighted pair rows, in pairs, into `target`, which holds `count` pairs.
    static func sumRows(
        _ rows: UnsafePointer<PairRow>, _ weights: UnsafePointer<Int32>, pairs: Int,
        into target: PairRow, count: Int
    ) {
        for index in 0..<count {
            var low = SIMD4<Int32>(repeating: 1 << (weightBits - 1))
            var high = low
            for pair in 0..<pairs {
                // Safe because every row holds `count` pairs.
                let weight = unsafe SIMD8<Int16>(weights: weights[pair])
                let (a, b) = unsafe (rows[pair * 2][index], rows[pair * 2 + 1][index])
                low =
                    low
                    &+ SIMD8(a[0], b[0], a[1], b[1], a[2], b[2], a[3], b[3])
                    .multipliedAndPaired(weight)
                high =
                    high
                    &+ SIMD8(a[4], b[4], a[5], b[5], a[6], b[6], a[7], b[7])
                    .multipliedAndPaired(weight)
            }
            low = low &>> weightBits
            high = high &>> weightBits
            unsafe target[index] = SIMD8(
                truncatingIfNeeded: SIMD8<Int32>(lowHalf: low, highHalf: high))
        }
    }

    /// Weighs the pixels of `source` for each window; writes (windows + 1) / 2 pairs.
    static func weigh(
        _ source: PairRow, _ weights: UnsafePointer<Int32>,
        _ windows: UnsafeBufferPointer<ResampleWeights.Window>, into target: PairRow
    ) {
        // Safe because windows lie inside the source and their weights inside the table.
        for index in 0..<windows.count / 2 {
            let even = unsafe weighed(source, weights, windows[index * 2])
            let odd = unsafe weighed(source, weights, windows[index * 2 + 1])
            unsafe target[index] = SIMD8(even, odd, shiftedBy: weightBits)
        }
        if windows.count % 2 == 1 {
            let last = unsafe weighed(source, weights, windows[windows.count - 1])
            unsafe target[windows.count / 2] = SIMD8(last, .zero, shiftedBy: weightBits)
        }
    }

    @inline(__always)
    private static func weighed(
        _ source: PairRow, _ weights: UnsafePointer<Int32>, _ window: ResampleWeights.Window
    ) -> SIMD4<Int32> {
        // Safe because the window lies inside the source.
        let pixels = unsafe source + window.firstPair
        let weights = unsafe weights + window.offset
        var sum = SIMD4<Int32>()
        for pair in 0..<window.pairCount {
            unsafe sum = sum &+ pixels[pair].multipliedAndPaired(SIMD8(weights: weights[pair]))
        }
        return sum
    }

    /// Weighs the neighbours of every pixel of `source`: pair n of `target` is made of the pairs
    /// that begin at n.
    ///
    /// - Parameter count: The pairs to make; both rows have room for two more.
    static func convolve(
        _ source: PairRow, _ weights: BlurWeights, into target: PairRow, count: Int
    ) {
        for index in 0..<count {
            var (even, odd) = (SIMD4<Int32>(), SIMD4<Int32>())
            for pair in weights.even.indices {
                // Safe because the source has room for the neighbours of the last pair.
                let pixels = unsafe source[index + pair]
                even = even &+ pixels.multipliedAndPaired(SIMD8(weights: weights.even[pair]))
                odd = odd &+ pixels.multipliedAndPaired(SIMD8(weights: weights.odd[pair]))
            }
            unsafe target[index] = SIMD8(even, odd, shiftedBy: weightBits)
        }
    }

    /// Rounds `count` pairs to bytes; `clampsToAlpha` limits colour to alpha.
    static func store(
        _ source: PairRow, to target: UnsafeMutablePointer<UInt8>, count: Int, clampsToAlpha: Bool
    ) {
        let half = SIMD8<Int16>(repeating: 1 << (Int16(fractionBits) - 1))
        let shift = SIMD8<Int16>(repeating: Int16(fractionBits))
        let most = SIMD8<Int16>(repeating: 255)
        for index in 0..<count {
            // Safe because bitmap rows have room for whole pairs.
            var v = unsafe (source[index] &+ half) &>> shift
            v = pointwiseMax(pointwiseMin(v, most), .zero)
            if clampsToAlpha {
                v = pointwiseMin(v, SIMD8(v[6], v[7], v[6], v[7], v[6], v[7], v[6], v[7]))
            }
            let pixels = SIMD8<Int16>(v[0], v[2], v[4], v[6], v[1], v[3], v[5], v[7])
            unsafe UnsafeMutableRawPointer(target + index * 8).storeBytes(
                of: SIMD8<UInt8>(truncatingIfNeeded: pixels), as: SIMD8<UInt8>.self)
        }
    }
}

/// The running sums of ``ResampleRow/block`` pixels.
private struct SumsOfBlock {
    var s0 = SIMD4<Int32>()
    var s1 = SIMD4<Int32>()
    var s2 = SIMD4<Int32>()
    var s3 = SIMD4<Int32>()
    var s4 = SIMD4<Int32>()
    var s5 = SIMD4<Int32>()
    var s6 = SIMD4<Int32>()
    var s7 = SIMD4<Int32>()

    @inline(__always)
    mutating func add(
        _ upper: SIMD16<UInt8>, _ lower: SIMD16<UInt8>, _ upper2: SIMD16<UInt8>,
        _ lower2: SIMD16<UInt8>, _ weight: SIMD8<Int16>
    ) {
        s0 = s0 &+ upper.paired(with: lower, 0).multipliedAndPaired(weight)
        s1 = s1 &+ upper.paired(with: lower, 1).multipliedAndPaired(weight)
        s2 = s2 &+ upper.paired(with: lower, 2).multipliedAndPaired(weight)
        s3 = s3 &+ upper.paired(with: lower, 3).multipliedAndPaired(weight)
        s4 = s4 &+ upper2.paired(with: lower2, 0).multipliedAndPaired(weight)
        s5 = s5 &+ upper2.paired(with: lower2, 1).multipliedAndPaired(weight)
        s6 = s6 &+ upper2.paired(with: lower2, 2).multipliedAndPaired(weight)
        s7 = s7 &+ upper2.paired(with: lower2, 3).multipliedAndPaired(weight)
    }

    @inline(__always)
    func store(to target: PairRow) {
        let bits = weightBits - fractionBits
        // Safe because the caller has room for half a block of pairs.
        unsafe target[0] = SIMD8(s0, s1, shiftedBy: bits)
        unsafe target[1] = SIMD8(s2, s3, shiftedBy: bits)
        unsafe target[2] = SIMD8(s4, s5, shiftedBy: bits)
        unsafe target[3] = SIMD8(s6, s7, shiftedBy: bits)
    }
}
