// Decimal numbers as texts, whatever the locale.

extension Double {
    /// The shortest digits that read back the same; a whole number without a point.
    package var decimal: String {
        if let whole = Int(exactly: self), abs(whole) < 1 << 53 { return String(whole) }
        // `+` separates the elements of an array.
        return String(description.filter { $0 != "+" })
    }

    /// Reads a finite decimal number.
    package init?(decimal text: some StringProtocol) {
        guard text.utf8.allSatisfy(Self.isDecimal), let value = Double(String(text)),
            value.isFinite
        else { return nil }
        self = value
    }

    /// `true` for digits, signs, a point and the `e` of an exponent; no hexadecimal, no `nan`.
    private static func isDecimal(_ byte: UInt8) -> Bool {
        (48...57).contains(byte) || [43, 45, 46, 69, 101].contains(byte)
    }
}
