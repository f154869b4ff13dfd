import ArgumentParser
import WebImage

/// Reads `--timeout`.
enum TimeoutArgument {
    static func read(_ text: String) throws -> Duration {
        guard let timeout = Duration(spelling: text), timeout > .zero else {
            throw ValidationError("expected seconds above 0, found '\(text.printable)'.")
        }
        return timeout
    }
}
