import ArgumentParser
import WebImage

/// Reads `--background`, and the colours of transforms.
enum ColorArgument {
    /// Reads a name such as `white`, or hexadecimal digits with or without `#`: rgb, rgba, rrggbb,
    /// rrggbbaa.
    static func read(_ text: String) throws -> RGBAColor {
        if let color = color(text[...]) { return color }
        let start = "expected a colour such as ff8800, #f80 or orange, found '\(text.printable)'"
        guard let nearest = CSSColorName.all.nearest(to: text) else {
            throw ValidationError(start + ".")
        }
        throw ValidationError("\(start); did you mean '\(nearest)'?")
    }

    /// Returns the colour of a text; nil if it is none.
    private static func color(_ text: Substring) -> RGBAColor? {
        let known = CSSColorName.digits(of: text)
        let digits = known ?? String(text.first == "#" ? text.dropFirst() : text)
        guard [3, 4].contains(digits.utf8.count) else { return RGBAColor(spelling: digits) }
        return RGBAColor(spelling: digits.map { "\($0)\($0)" }.joined())
    }

    /// Returns a chain of transforms in which colours by name and short ones are spelled out.
    static func spelledOut(_ chain: String) -> String {
        var result = ""
        var word = ""
        var name = ""
        func finish(_ end: Character?) {
            // Only in brackets: a transform could have the name of a colour.
            let isArgument = result.last == "(" || result.last == ","
            if end == "(" { name = String(word.drop { $0 == " " }) }
            result += isArgument ? argument(word, of: name) : word
            word = ""
            if let end { result.append(end) }
        }
        for character in chain {
            if "(),/".contains(character) { finish(character) } else { word.append(character) }
        }
        finish(nil)
        return result
    }

    /// Returns an argument with its colour spelled out, also one after `color:`.
    private static func argument(_ word: String, of transform: String) -> String {
        let space = String(word.prefix { $0 == " " })
        let text = word.dropFirst(space.count)
        let key = "color:"
        if text.hasPrefix(key) {
            return color(text.dropFirst(key.count)).map { space + key + $0.spelling } ?? word
        }
        // A text may be the name of a colour.
        guard transform != "text", text.first == "#" || CSSColorName.digits(of: text) != nil else {
            return word
        }
        return color(text).map { space + $0.spelling } ?? word
    }
}
