/// The conversion of luma and chroma to red, green and blue (ITU-T H.273, section 8.3), for
/// matrices that the libraries of AVIF and HEIC lack.
package struct MatrixConversion: Sendable {
    private let kind: Kind
    private let depth: Int
    private let isFullRange: Bool
    private let curve: TransferFunction

    private enum Kind {
        /// The three channels themselves.
        case identity
        /// The weights of red and blue in luma.
        case weights(red: Double, blue: Double)
        /// The same weights in luminance, and the ranges of chroma.
        case constantLuminance(red: Double, blue: Double, ranges: Ranges)
        case yCgCo
        /// SMPTE ST 2085.
        case yDzDx
        case iCtCp
    }

    /// The greatest distances of blue and red from luma, below and above it.
    private struct Ranges {
        let blue, red: (below: Double, above: Double)
    }

    /// Creates a conversion.
    ///
    /// - Parameters:
    ///   - numbers: The numbers in the file; a reserved or unspecified matrix counts as that of
    ///     BT.601.
    ///   - depth: The bits of a sample.
    /// - Returns: nil for a matrix that is not supported: IPT-PQ-C2 and the reversible forms of
    ///   YCgCo.
    package init?(_ numbers: CodePointNumbers, depth: Int) {
        guard !(15...17).contains(numbers.matrix) else { return nil }
        let primaries = ColorPrimaries(rawValue: numbers.primaries) ?? .bt709
        curve = TransferFunction(rawValue: numbers.transfer) ?? .sRGB
        self.depth = depth
        isFullRange = numbers.isFullRange
        let derived = primaries.chromaticities.luminances ?? SIMD3(0.2126, 0.7152, 0.0722)
        kind =
            switch numbers.matrix {
            case 0: .identity
            case 1: .weights(red: 0.2126, blue: 0.0722)
            case 4: .weights(red: 0.3, blue: 0.11)
            case 7: .weights(red: 0.212, blue: 0.087)
            case 8: .yCgCo
            case 9: .weights(red: 0.2627, blue: 0.0593)
            case 10: Self.constantLuminance(red: 0.2627, blue: 0.0593, curve)
            case 11: .yDzDx
            case 12: .weights(red: derived.x, blue: derived.z)
            case 13: Self.constantLuminance(red: derived.x, blue: derived.z, curve)
            case 14: .iCtCp
            default: .weights(red: 0.299, blue: 0.114)
            }
    }

    /// The weights of red and blue in luma, if the matrix has only those.
    package var weights: (red: Double, blue: Double)? {
        if case .weights(let red, let blue) = kind { (red, blue) } else { nil }
    }

    private static func constantLuminance(
        red: Double, blue: Double, _ curve: TransferFunction
    ) -> Kind {
        func range(_ weight: Double) -> (below: Double, above: Double) {
            (curve.sample(ofLight: 1 - weight), 1 - curve.sample(ofLight: weight))
        }
        return .constantLuminance(
            red: red, blue: blue, ranges: Ranges(blue: range(blue), red: range(red)))
    }

    /// Converts part of a row to red, green, blue and straight or premultiplied alpha, as in the
    /// planes, of 16 bits each.
    ///
    /// - Parameters:
    ///   - columns: The pixels of the row.
    ///   - target: Room for the samples of `columns`.
    package func convert(
        _ planes: SamplePlanes, row: Int, columns: Range<Int>,
        into target: UnsafeMutablePointer<UInt16>
    ) {
        let (luma, chroma) = (lumaScale, chromaScale)
        for column in columns {
            let y = unsafe Double(planes.luma.sample(column, row))
            let shift = unsafe planes.chromaShift
            let (half, rows) = (column >> shift.x, row >> shift.y)
            let (cb, cr) = unsafe (
                Double(planes.blue.sample(half, rows)), Double(planes.red.sample(half, rows))
            )
            let color = color(
                (y - luma.zero) / luma.range, (cb - chroma.zero) / chroma.range,
                (cr - chroma.zero) / chroma.range)
            let samples = (color * 65535 + 0.5).clamped(
                lowerBound: .zero, upperBound: .init(repeating: 65535))
            let to = unsafe target + (column - columns.lowerBound) * 4
            unsafe to[0] = UInt16(samples.x)
            unsafe to[1] = UInt16(samples.y)
            unsafe to[2] = UInt16(samples.z)
            unsafe to[3] = unsafe planes.opacity(column, row)
        }
    }

    /// The sample of black, and the steps up to white.
    private var lumaScale: (zero: Double, range: Double) {
        isFullRange ? (0, Double(1 << depth - 1)) : (Double(16 << (depth - 8)), 219 * step)
    }

    /// The sample of no chroma, and the steps of a unit.
    private var chromaScale: (zero: Double, range: Double) {
        if case .identity = kind { return lumaScale }
        let middle = Double(1 << (depth - 1))
        if case .yCgCo = kind { return (middle, lumaScale.range) }
        return (middle, isFullRange ? lumaScale.range : 224 * step)
    }

    /// The steps of a limited range for one of 8 bits.
    private var step: Double { Double(1 << (depth - 8)) }

    /// Returns red, green and blue of luma from 0 to 1, and chroma around 0.
    private func color(_ y: Double, _ cb: Double, _ cr: Double) -> SIMD3<Double> {
        switch kind {
        case .identity: return SIMD3(cr, y, cb)
        case .weights(let red, let blue):
            let (r, b) = (y + 2 * (1 - red) * cr, y + 2 * (1 - blue) * cb)
            return SIMD3(r, (y - red * r - blue * b) / (1 - red - blue), b)
        case .constantLuminance(let red, let blue, let ranges):
            let b = y + 2 * cb * (cb <= 0 ? ranges.blue.below : ranges.blue.above)
            let r = y + 2 * cr * (cr <= 0 ? ranges.red.below : ranges.red.above)
            let light = curve.light(y) - red * curve.light(r) - blue * curve.light(b)
            return SIMD3(r, curve.sample(ofLight: light / (1 - red - blue)), b)
        case .yCgCo: return SIMD3(y - cb + cr, y + cb, y - cb - cr)
        case .yDzDx: return SIMD3(2 * cr + 0.991902 * y, y, (2 * cb + y) / 0.986566)
        case .iCtCp: return perceptual(y, cb, cr)
        }
    }

    /// Returns red, green and blue of ICtCp (ITU-R BT.2100, tables 7 and 8), by the inverses of its
    /// matrices.
    private func perceptual(_ i: Double, _ ct: Double, _ cp: Double) -> SIMD3<Double> {
        let isHLG = curve == .hlg
        let long =
            isHLG ? 0.01571858 * ct + 0.20958107 * cp : 0.00860904 * ct + 0.11102963 * cp
        let short =
            isHLG ? 1.02127108 * ct - 0.60527449 * cp : 0.56003134 * ct - 0.32062717 * cp
        let cones = SIMD3(
            curve.light(i + long), curve.light(i - long), curve.light(i + short))
        let (red, green, blue) = (
            SIMD3(3.43660669, -2.50645212, 0.06984542), SIMD3(-0.79132956, 1.98360045, -0.19227090),
            SIMD3(-0.02594990, -0.09891371, 1.12486361)
        )
        return SIMD3(
            curve.sample(ofLight: (red * cones).sum()),
            curve.sample(ofLight: (green * cones).sum()),
            curve.sample(ofLight: (blue * cones).sum()))
    }
}

/// Planes of luma and chroma, perhaps with alpha.
// Safe because the planes stay valid as long as this value is used, and have the stated size.
@unsafe package struct SamplePlanes {
    /// One plane.
    @unsafe package struct Plane {
        let start: UnsafePointer<UInt8>
        let bytesPerRow: Int
        let isWide: Bool

        /// - Parameter isWide: `true` for samples of two bytes in native order.
        package init(start: UnsafePointer<UInt8>, bytesPerRow: Int, isWide: Bool) {
            unsafe (self.start, self.bytesPerRow, self.isWide) = (start, bytesPerRow, isWide)
        }

        func sample(_ column: Int, _ row: Int) -> Int {
            let line = unsafe UnsafeRawPointer(start + row * bytesPerRow)
            return unsafe isWide
                ? Int(line.loadUnaligned(fromByteOffset: column * 2, as: UInt16.self))
                : Int(line.load(fromByteOffset: column, as: UInt8.self))
        }
    }

    let luma, blue, red: Plane
    let alpha: (plane: Plane, maximum: Int)?
    let chromaShift: (x: Int, y: Int)

    /// - Parameters:
    ///   - alpha: The plane of alpha, and its greatest sample; nil for an opaque picture.
    ///   - chromaShift: 1 where chroma has half the columns or rows, otherwise 0.
    package init(
        luma: Plane, blue: Plane, red: Plane, alpha: (plane: Plane, maximum: Int)?,
        chromaShift: (x: Int, y: Int)
    ) {
        unsafe (self.luma, self.blue, self.red) = (luma, blue, red)
        unsafe (self.alpha, self.chromaShift) = (alpha, chromaShift)
    }

    /// Returns alpha in 16 bits.
    func opacity(_ column: Int, _ row: Int) -> UInt16 {
        guard let (plane, maximum) = unsafe alpha else { return 65535 }
        let sample = unsafe min(plane.sample(column, row), maximum)
        return UInt16((sample * 65535 + maximum / 2) / maximum)
    }
}
