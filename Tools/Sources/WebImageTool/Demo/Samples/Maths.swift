#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Android)
    import Android
#else
    import Darwin
#endif

/// The platform's functions, so that only this file knows where they come from.
enum Maths {
    /// The sine of an angle in radians.
    static func sine(_ angle: Float) -> Float { sinf(angle) }
    /// The cosine of an angle in radians.
    static func cosine(_ angle: Float) -> Float { cosf(angle) }
    /// The angle of a direction in radians.
    static func angle(_ y: Float, _ x: Float) -> Float { atan2f(y, x) }
    /// e to that power.
    static func exponential(_ power: Float) -> Float { expf(power) }
    /// The natural logarithm.
    static func logarithm(_ number: Float) -> Float { logf(number) }
}
