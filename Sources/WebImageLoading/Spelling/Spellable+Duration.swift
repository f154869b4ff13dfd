import WebImageRuntime

extension Duration: Spellable {
    private static let attosecondDigits = 18

    /// Seconds and the unit, as in `1.5s`; exact.
    public var spelling: String {
        let (seconds, attoseconds) = components
        let sign = seconds < 0 || attoseconds < 0 ? "-" : ""
        guard attoseconds != 0 else { return "\(sign)\(seconds.magnitude)s" }
        let digits = String(attoseconds.magnitude)
        var fraction = String(repeating: "0", count: Self.attosecondDigits - digits.count) + digits
        while fraction.hasSuffix("0") { fraction.removeLast() }
        return "\(sign)\(seconds.magnitude).\(fraction)s"
    }

    /// Reads seconds, with or without the unit.
    public init?(spelling: some StringProtocol) {
        var text = String(spelling.hasSuffix("s") ? spelling.dropLast()[...] : spelling[...])
        let isNegative = text.hasPrefix("-")
        if isNegative { text.removeFirst() }
        let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        guard let seconds = Self.number(parts[0]) else { return nil }
        var attoseconds: Int64 = 0
        if parts.count == 2 {
            let missing = Self.attosecondDigits - parts[1].utf8.count
            guard missing >= 0, !parts[1].isEmpty,
                let value = Self.number(parts[1] + String(repeating: "0", count: missing))
            else { return nil }
            attoseconds = value
        }
        self.init(
            secondsComponent: isNegative ? -seconds : seconds,
            attosecondsComponent: isNegative ? -attoseconds : attoseconds)
    }

    private static func number(_ text: some StringProtocol) -> Int64? {
        guard text.utf8.allSatisfy({ $0 >= 48 && $0 <= 57 }) else { return nil }
        return Int64(text)
    }
}
