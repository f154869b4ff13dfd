import ArgumentParser

/// Reads integers in a range.
enum NumberArgument {
    static func read(_ text: String, in range: ClosedRange<Int>) throws -> Int {
        if let number = Int(text), range.contains(number) { return number }
        let expected =
            range.upperBound == .max
            ? "a whole number from \(range.lowerBound)"
            : "a whole number from \(range.lowerBound) to \(range.upperBound)"
        throw ValidationError("expected \(expected), found '\(text.printable)'.")
    }
}
