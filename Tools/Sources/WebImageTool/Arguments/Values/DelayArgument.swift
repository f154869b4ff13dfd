import ArgumentParser
import WebImage

/// Reads `--delay`.
enum DelayArgument {
    /// Reads milliseconds, or a number with the unit `ms` or `s`; at most an hour.
    static func read(_ text: String) throws -> Duration {
        var (number, factor) = (text[...], 0.001)
        if text.hasSuffix("ms") {
            number = text.dropLast(2)
        } else if text.hasSuffix("s") {
            (number, factor) = (text.dropLast(), 1)
        }
        guard let value = Double(spelling: number), value >= 0, value * factor <= 3600 else {
            throw ValidationError(
                "expected a time such as 100, 100ms or 0.1s, found '\(text.printable)'.")
        }
        return .microseconds(Int((value * factor * 1e6).rounded()))
    }
}

extension Duration {
    /// `true` for a number of hundredths of a second.
    var isWholeHundredths: Bool { components.attoseconds % 10_000_000_000_000_000 == 0 }
}
