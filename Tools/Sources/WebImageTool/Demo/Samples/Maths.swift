#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Android)
    import Android
#else
    import Darwin
#endif

/// The platform's mathematical functions; only this file imports them.
enum Maths {
    /// Returns the sine of an angle in radians.
    static func sine(_ angle: Float) -> Float { sinf(angle) }
    /// Returns the cosine of an angle in radians.
    static func cosine(_ angle: Float) -> Float { cosf(angle) }
    /// Returns the angle of a direction in radians.
    static func angle(_ y: Float, _ x: Float) -> Float { atan2f(y, x) }
    /// Returns e to a power.
    static func exponential(_ power: Float) -> Float { expf(power) }
    /// Returns the natural logarithm.
    static func logarithm(_ number: Float) -> Float { logf(number) }
}
