import Glibc

/// The logarithm of the platform's mathematics.
enum Logarithm {
    static func of(_ value: Double) -> Double { log(value) }
}
