import ArgumentParser
import WebImage

/// Reads `--size`.
enum SizeArgument {
    static func read(_ text: String) throws -> PixelSize {
        if let size = PixelSize(spelling: text) { return size }
        let separators: Set<Character> = ["×", "X", "*", ",", ":", " "]
        let mended = String(text.map { separators.contains($0) ? "x" : $0 })
        let completed = mended.contains("x") ? mended : mended + "x"
        let expected = "expected a size such as 320x240, 320x or x240, found '\(text.printable)'"
        guard PixelSize(spelling: completed) != nil else { throw ValidationError(expected + ".") }
        throw ValidationError("\(expected); did you mean '\(completed)'?")
    }
}
