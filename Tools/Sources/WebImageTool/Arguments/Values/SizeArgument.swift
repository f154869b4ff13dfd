import ArgumentParser
import WebImage

/// The value of `--size`.
enum SizeArgument: Sendable {
    /// A box in pixels; a side of 0 is free.
    case box(PixelSize)
    /// A part of the picture's own size; 1 for all of it.
    case share(Double)

    /// Reads a box, or a share such as `50%`.
    static func readAny(_ text: String) throws -> SizeArgument {
        guard text.hasSuffix("%") else { return .box(try read(text)) }
        guard let percent = Double(spelling: text.dropLast()), percent > 0, percent <= 10_000
        else {
            throw ValidationError(
                "expected a share from 0% to 10000%, found '\(text.printable)'.")
        }
        return .share(percent / 100)
    }

    /// Reads a box.
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
