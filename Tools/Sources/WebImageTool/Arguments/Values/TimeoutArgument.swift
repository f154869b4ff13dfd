import ArgumentParser
import WebImage

/// Reads `--timeout`.
enum TimeoutArgument {
    static func read(_ text: String) throws -> Duration {
        let number = text.hasSuffix("s") ? text.dropLast() : text[...]
        guard let seconds = Double(spelling: number), seconds > 0, seconds <= 1e9 else {
            throw ValidationError("expected seconds above 0, found '\(text.printable)'.")
        }
        return .seconds(seconds)
    }
}
