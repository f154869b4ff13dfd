import ArgumentParser

/// Reads `--background`.
enum ColorArgument {
    /// Returns blue, green, red of six hexadecimal digits, red first, with or without a `#`.
    static func read(_ text: String) throws -> SIMD3<UInt8> {
        let digits = text.hasPrefix("#") ? text.dropFirst() : text[...]
        guard digits.utf8.count == 6, digits.allSatisfy(\.isHexDigit),
            let number = UInt32(digits, radix: 16)
        else {
            throw ValidationError("expected a colour such as ff8800, found '\(text.printable)'.")
        }
        return SIMD3(
            UInt8(truncatingIfNeeded: number), UInt8(truncatingIfNeeded: number >> 8),
            UInt8(truncatingIfNeeded: number >> 16))
    }
}
