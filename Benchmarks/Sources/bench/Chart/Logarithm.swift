import Glibc

enum Logarithm {
    static func of(_ value: Double) -> Double { log(value) }
}
