package import WebImagePixels

/// Conversions between stored colours and linear light, in which 1 is the reference white of
/// 203 cd/m² (ITU-R BT.2408).
///
/// PQ is absolute light; HLG is shown on its nominal screen of 1,000 cd/m² (BT.2100). Other curves
/// reach from 0 to 1.
package enum LightConversion {
    /// Returns the conversion of stored colours to light; nil for profiles with tables of colours,
    /// and of other colours than red, green and blue.
    ///
    /// - Parameters:
    ///   - color: The colours of the samples.
    ///   - primaries: The primaries of the light; nil for those of the samples.
    ///   - peak: The luminance of the brightest pixel in cd/m², if the file states it; it counts
    ///     for PQ.
    package static func decoding(
        _ color: ColorDescription, to primaries: ColorPrimaries? = .bt709, peak: Double? = nil
    ) -> LightDecoding? {
        switch color {
        case .sRGB: return decoding(ColorCodePoints.sRGB, to: primaries, peak: nil)
        case .codePoints(let points): return decoding(points, to: primaries, peak: peak)
        case .profile(let block):
            guard let shape = ICCProfile(block)?.shape else { return nil }
            let matrix = primaries.flatMap { $0.chromaticities.matrix(from: shape.columns) }
            guard primaries == nil || matrix != nil else { return nil }
            return LightDecoding(curves: shape.curves, matrix: matrix, headroom: 1)
        }
    }

    /// Returns the matrix from the light of stored colours to that of primaries; nil for the same
    /// ones, and for profiles with tables of colours.
    package static func matrix(
        from color: ColorDescription, to primaries: ColorPrimaries
    ) -> LightMatrix? {
        switch color {
        case .sRGB: ColorPrimaries.bt709.chromaticities.matrix(to: primaries.chromaticities)
        case .codePoints(let points):
            points.primaries.chromaticities.matrix(to: primaries.chromaticities)
        case .profile(let block):
            ICCProfile(block)?.shape.flatMap {
                primaries.chromaticities.matrix(from: $0.columns)
            }
        }
    }

    private static func decoding(
        _ points: ColorCodePoints, to primaries: ColorPrimaries?, peak: Double?
    ) -> LightDecoding? {
        let own = points.primaries.chromaticities
        let matrix = primaries.flatMap { own.matrix(to: $0.chromaticities) }
        guard primaries == nil || matrix != nil || primaries == points.primaries else {
            return nil
        }
        let isHLG = points.transfer == .hlg
        let scale = points.transfer == .pq ? 1 / HighlightMapping.white : 1
        let light = (0...65535).map {
            Float(points.transfer.shownLight(Double($0) / 65535) * scale)
        }
        return LightDecoding(
            curves: [light], gamma: isHLG ? own.systemGamma : nil, matrix: matrix,
            headroom: headroom(points.transfer, peak: peak) ?? 1)
    }

    /// Returns the brightest light of a curve, as a multiple of white; nil for those that end at
    /// white.
    ///
    /// - Parameter peak: The luminance of the brightest pixel in cd/m², if the file states it; it
    ///   counts for PQ, which has 1,000 cd/m² else.
    package static func headroom(_ curve: TransferFunction, peak: Double?) -> Double? {
        switch curve {
        case .hlg: SystemGamma.headroom
        case .pq: max((peak ?? 10000 * ToneMapping.usualPeak) / 203, 1)
        default: nil
        }
    }

    /// Returns the conversion of light to PQ or HLG; nil for other curves.
    ///
    /// - Parameter primaries: The primaries of the light.
    package static func encoding(
        _ points: ColorCodePoints, from primaries: ColorPrimaries = .bt709
    ) -> LightEncoding? {
        let own = points.primaries.chromaticities
        let matrix = primaries.chromaticities.matrix(to: own)
        switch points.transfer {
        case .pq:
            return LightEncoding(matrix: matrix) {
                TransferFunction.pq.sample(ofLight: $0 * HighlightMapping.white)
            }
        case .hlg:
            return LightEncoding(gamma: own.systemGamma, matrix: matrix) {
                TransferFunction.hlg.sample(ofLight: $0)
            }
        default: return nil
        }
    }
}

extension Chromaticities {
    /// The system gamma of HLG in these primaries.
    fileprivate var systemGamma: SystemGamma {
        SystemGamma(weights: luminances ?? SIMD3(0.2627, 0.678, 0.0593))
    }

    /// Returns the matrix from this linear light to that of other primaries; nil for the same ones,
    /// and for primaries that span no colours.
    package func matrix(to other: Chromaticities) -> LightMatrix? {
        guard self != other, let columns = adapted?.columns else { return nil }
        return other.matrix(from: columns)
    }

    /// Returns the matrix from linear light, whose columns lead to XYZ under D50, to this one.
    func matrix(from columns: Columns) -> LightMatrix? {
        guard let own = adapted?.columns, let red = Self.solve(own, columns.red),
            let green = Self.solve(own, columns.green), let blue = Self.solve(own, columns.blue)
        else { return nil }
        return LightMatrix(red: red, green: green, blue: blue)
    }
}

extension TransferFunction {
    /// Returns the light of a sample on a screen; curves of cameras are shown by that of displays
    /// (ITU-R BT.1886).
    fileprivate func shownLight(_ sample: Double) -> Double {
        isCamera ? power(sample, 2.4) : light(sample)
    }
}

extension Bitmap {
    /// The light of this bitmap of 16-bit samples in PQ, by the greatest channel of each pixel
    /// (CTA-861.3, annex P).
    package var contentLight: ContentLight {
        let light = (0...65535).map {
            TransferFunction.pq.light(Double($0) / 65535) * 10000
        }
        var (greatest, sum): (UInt16, Double) = (0, 0)
        let (stride, size) = (bytesPerRow / 2, size)
        // Safe because only the pixels of each row are read.
        unsafe withDeepRows { rows in
            for y in 0..<size.height {
                let row = unsafe rows + y * stride
                for at in Swift.stride(from: 0, to: size.width * 4, by: 4) {
                    let most = unsafe max(row[at], row[at + 1], row[at + 2])
                    greatest = max(greatest, most)
                    sum += light[Int(most)]
                }
            }
        }
        let average = sum / Double(size.area)
        return ContentLight(
            maximum: Int(light[Int(greatest)].rounded(.up)), average: Int(average.rounded(.up)))
    }
}
