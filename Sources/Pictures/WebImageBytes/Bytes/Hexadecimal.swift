/// Hexadecimal digits.
package enum Hexadecimal {
    /// Returns the digit of a number below 16, by default in lower case.
    @inlinable
    package static func digit(_ number: UInt8, isUpperCase: Bool = false) -> UInt8 {
        number + (number < 10 ? 48 : isUpperCase ? 55 : 87)
    }

    /// Returns two digits of each byte, in lower case.
    package static func text(of bytes: some Sequence<UInt8>) -> String {
        String(decoding: bytes.flatMap { [digit($0 >> 4), digit($0 & 15)] }, as: UTF8.self)
    }

    /// Returns the number of a digit in any case; nil for another byte.
    @inlinable
    package static func value(of digit: UInt8) -> UInt8? {
        switch digit {
        case 48...57: digit - 48
        case 65...70: digit - 55
        case 97...102: digit - 87
        default: nil
        }
    }
}
