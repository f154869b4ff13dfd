import WebImagePixels

/// Conversion between sRGB and linear light (IEC 61966-2-1) by channel; alpha is unchanged.
enum LinearLight {
    /// Returns the linear light of encoded channels.
    static func linear(_ color: SIMD4<Double>) -> SIMD4<Double> {
        each(color) { $0 <= 0.04045 ? $0 / 12.92 : power(($0 + 0.055) / 1.055, 2.4) }
    }

    /// Returns the encoded channels of linear light, clamped to 0 to 1.
    static func encoded(_ light: SIMD4<Double>) -> SIMD4<Double> {
        each(light.clamped(lowerBound: .zero, upperBound: .one)) {
            $0 <= 0.0031308 ? $0 * 12.92 : 1.055 * power($0, 1 / 2.4) - 0.055
        }
    }

    /// Returns the encoded channels of linear light as integers from 0 to 255.
    static func steps(_ light: SIMD4<Double>) -> SIMD4<Int> {
        SIMD4<Int>(encoded(light) * 255 + 0.5)
    }

    private static func each(
        _ color: SIMD4<Double>, _ change: (Double) -> Double
    ) -> SIMD4<Double> {
        SIMD4(change(color.x), change(color.y), change(color.z), color.w)
    }
}
