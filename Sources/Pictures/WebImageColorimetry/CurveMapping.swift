package import WebImagePixels

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#endif

/// The mapping of rows whose curve samples of 8 bits do not hold to the curve of sRGB.
///
/// Primaries are kept. Linear and logarithmic light gets another curve only. PQ and HLG are shown
/// on a screen of standard range by the EETF of ITU-R BT.2390 (5.4.1; BT.2408, annex 5) with a
/// black of 0: light of the screen up to the reference white of BT.2408, 203 cd/m². The EETF is
/// applied to the greatest of the three channels, and all three are scaled alike, so hues stay and
/// no channel is clipped. HLG is first shown on its nominal screen of 1,000 cd/m² (BT.2100, table
/// 5).
package struct CurveMapping: Sendable {
    /// The colours of the result.
    package let result: ColorDescription
    private let kind: Kind

    private enum Kind {
        /// The level of each sample of 16 bits.
        case levels([UInt8])
        case tones(ToneMapping)
    }

    /// Creates the mapping of a curve; nil if 8 bits hold it.
    ///
    /// - Parameters:
    ///   - codePoints: The colours of the rows.
    ///   - peak: The luminance of the brightest pixel in cd/m², if the file states it; it counts
    ///     for PQ.
    package init?(_ codePoints: ColorCodePoints, peak: Double? = nil) {
        switch codePoints.transfer {
        case .linear: kind = .levels(Self.linear)
        case .log100: kind = .levels(Self.log100)
        case .log316: kind = .levels(Self.log316)
        case .pq, .hlg: kind = .tones(ToneMapping(codePoints, peak: peak))
        case .bt709, .bt601, .iec61966, .bt1361, .bt2020In10, .bt2020In12, .gamma22, .gamma28,
            .smpte240, .sRGB, .smpte428:
            return nil
        }
        result = ColorDescription(codePoints.shown)
    }

    /// Creates a mapping that keeps the curve, for rows that have more bits than the result.
    package init(keeping color: ColorDescription) {
        (result, kind) = (color, .levels(Self.kept))
    }

    /// The samples of a row.
    package struct Layout {
        /// 3 for red, green, blue; 4 with alpha.
        let channels: Int
        /// The greatest sample.
        let maximum: Int
        /// `true` if colours are multiplied by alpha.
        let isPremultiplied: Bool

        package init(channels: Int, maximum: Int, isPremultiplied: Bool = false) {
            self.channels = channels
            self.maximum = maximum
            self.isPremultiplied = isPremultiplied
        }
    }

    /// Converts a row to premultiplied BGRA of 8 bits.
    ///
    /// - Parameters:
    ///   - source: `count` pixels of samples in native byte order.
    ///   - target: Room for `count` pixels, elsewhere than `source`.
    package func map(
        _ source: UnsafePointer<UInt16>, _ layout: Layout,
        into target: UnsafeMutablePointer<UInt8>, count: Int
    ) {
        // Samples of 16 bits from those of the layout, in 65536ths.
        let scale = (65535 << 16 + layout.maximum / 2) / max(layout.maximum, 1)
        let isMultiplied = !StraightColors.areKept
        for pixel in 0..<count {
            let from = unsafe source + pixel * layout.channels
            var color = unsafe SIMD3(Int(from[0]), Int(from[1]), Int(from[2])) &* scale &+ 32768
            color = (color &>> 16).clamped(lowerBound: .zero, upperBound: .init(repeating: 65535))
            var alpha = 65535
            if layout.channels == 4 {
                alpha = unsafe min((Int(from[3]) * scale + 32768) >> 16, 65535)
                if layout.isPremultiplied, alpha > 0, alpha < 65535 {
                    color = (color &* 65535 / alpha).clamped(
                        lowerBound: .zero, upperBound: .init(repeating: 65535))
                }
            }
            let opacity = UInt8((alpha * 255 + 32767) / 65535)
            let levels = levels(of: color)
            let to = unsafe target + pixel * 4
            let share = isMultiplied ? opacity : 255
            unsafe to[0] = Self.multiply(levels.z, share)
            unsafe to[1] = Self.multiply(levels.y, share)
            unsafe to[2] = Self.multiply(levels.x, share)
            unsafe to[3] = opacity
        }
    }

    /// Converts a bitmap of such colours in place, with the steps of its 8 bits.
    package func map(_ bitmap: inout Bitmap) {
        let (size, stride) = (bitmap.size, bitmap.bytesPerRow)
        let layout = Layout(channels: 4, maximum: 255, isPremultiplied: true)
        var row = [UInt16](repeating: 0, count: size.width * 4)
        // Safe because a row has four samples for each pixel.
        unsafe bitmap.withUnsafeMutableRows { rows in
            for y in 0..<size.height {
                let target = unsafe rows + y * stride
                for x in 0..<size.width {
                    for (channel, place) in [2, 1, 0, 3].enumerated() {
                        unsafe row[x * 4 + channel] = UInt16(target[x * 4 + place])
                    }
                }
                unsafe row.withUnsafeBufferPointer { samples in
                    guard let start = samples.baseAddress else { return }
                    unsafe map(start, layout, into: target, count: size.width)
                }
            }
        }
    }

    @inline(__always)
    private func levels(of color: SIMD3<Int>) -> SIMD3<UInt8> {
        switch kind {
        case .levels(let levels): SIMD3(levels[color.x], levels[color.y], levels[color.z])
        case .tones(let tones): tones.levels(of: color)
        }
    }

    @inline(__always)
    private static func multiply(_ level: UInt8, _ opacity: UInt8) -> UInt8 {
        opacity == 255 ? level : Convert.multiply(level, opacity)
    }

    private static let kept = (0...65535).map { UInt8(($0 * 255 + 32767) / 65535) }
    private static let linear = levels(.linear)
    private static let log100 = levels(.log100)
    private static let log316 = levels(.log316)

    private static func levels(_ function: TransferFunction) -> [UInt8] {
        (0...65535).map { level(ofLight: function.light(Double($0) / 65535)) }
    }

    /// Returns the sample of sRGB of linear light.
    static func level(ofLight light: Double) -> UInt8 {
        let value = light <= 0.0031308 ? 12.92 * light : 1.055 * pow(light, 1 / 2.4) - 0.055
        return UInt8(min(max(value, 0), 1) * 255 + 0.5)
    }
}
