#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Android)
    import Android
#else
    import Darwin
#endif

/// Returns the platform's `sin`; only this file imports the C library for mathematics.
package func sine(_ angle: Double) -> Double { sin(angle) }
/// Returns the platform's `cos`.
package func cosine(_ angle: Double) -> Double { cos(angle) }
/// Returns the platform's `exp`.
package func exponential(_ value: Double) -> Double { exp(value) }
/// Returns the platform's `pow`.
package func power(_ base: Double, _ exponent: Double) -> Double { pow(base, exponent) }
/// Returns the platform's `log10`.
package func logarithm10(_ value: Double) -> Double { log10(value) }
/// Returns the platform's `log2`.
package func logarithm2(_ value: Double) -> Double { log2(value) }
