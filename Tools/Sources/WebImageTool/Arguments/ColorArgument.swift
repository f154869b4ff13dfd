import ArgumentParser
import WebImage

/// Reads `--background`, and the colours of transforms.
enum ColorArgument {
    /// Reads a name such as `white`, or hexadecimal digits with or without `#`: rgb, rgba, rrggbb,
    /// rrggbbaa.
    static func read(_ text: String) throws -> RGBAColor {
        if let color = color(text[...]) { return color }
        let start = "expected a colour such as ff8800, #f80 or orange, found '\(text.printable)'"
        guard let nearest = ColorName.all.nearest(to: text) else {
            throw ValidationError(start + ".")
        }
        throw ValidationError("\(start); did you mean '\(nearest)'?")
    }

    /// Returns the colour of a text; nil if it is none.
    private static func color(_ text: Substring) -> RGBAColor? {
        let known = ColorName.digits(of: text)
        let digits = known ?? String(text.first == "#" ? text.dropFirst() : text)
        guard [3, 4].contains(digits.utf8.count) else { return RGBAColor(spelling: digits) }
        return RGBAColor(spelling: digits.map { "\($0)\($0)" }.joined())
    }

    /// Returns a chain of transforms in which colours by name and short ones are spelled out.
    static func spelledOut(_ chain: String) -> String {
        var result = ""
        var word = ""
        func finish(_ end: Character?) {
            // Only in brackets: a transform could have the name of a colour.
            let isArgument = result.last == "(" || result.last == ","
            let mayBeColor = word.first == "#" || ColorName.digits(of: word) != nil
            let color = isArgument && mayBeColor ? color(word[...]) : nil
            result += color?.spelling ?? word
            word = ""
            if let end { result.append(end) }
        }
        for character in chain {
            if "(),/".contains(character) { finish(character) } else { word.append(character) }
        }
        finish(nil)
        return result
    }
}
