extension Double {
    /// Four significant digits, all those before the point, at most six after it.
    var digits: String {
        guard isFinite else { return "-" }
        let size = abs(self)
        let places = [(1000.0, 0), (100, 1), (10, 2), (1, 3), (0.01, 4)].first { size >= $0.0 }
        return fixed(places?.1 ?? 6)
    }

    /// The shortest exact form: `1`, `0.85`.
    var shortest: String { self == rounded() && abs(self) < 1e9 ? "\(Int(self))" : "\(self)" }

    /// Returns the number with a fixed number of digits after the point.
    func fixed(_ places: Int) -> String {
        let scale = (0..<places).reduce(1.0) { product, _ in product * 10 }
        let whole = Int((abs(self) * scale).rounded())
        let sign = self < 0 && whole > 0 ? "-" : ""
        guard places > 0 else { return "\(sign)\(whole)" }
        let digits = String(whole)
        let padded = String(repeating: "0", count: max(0, places + 1 - digits.count)) + digits
        return "\(sign)\(padded.dropLast(places)).\(padded.suffix(places))"
    }
}

extension String {
    /// Returns the text, padded with spaces after it.
    func left(_ width: Int) -> String {
        self + String(repeating: " ", count: Swift.max(0, width - count))
    }

    /// Returns the text, padded with spaces before it.
    func right(_ width: Int) -> String {
        String(repeating: " ", count: Swift.max(0, width - count)) + self
    }
}
