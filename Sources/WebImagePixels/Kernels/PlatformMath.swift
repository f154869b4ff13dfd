#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Android)
    import Android
#else
    import Darwin
#endif

/// The platform's `sin`, so that only this file knows where it comes from.
func sine(_ angle: Double) -> Double { sin(angle) }
/// The platform's `cos`.
package func cosine(_ angle: Double) -> Double { cos(angle) }
/// The platform's `exp`.
func exponential(_ value: Double) -> Double { exp(value) }
/// The platform's `pow`.
package func power(_ base: Double, _ exponent: Double) -> Double { pow(base, exponent) }
/// The platform's `log10`.
package func logarithm10(_ value: Double) -> Double { log10(value) }
