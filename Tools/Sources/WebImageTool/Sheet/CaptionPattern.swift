import ArgumentParser
import WebImage

/// The pattern of a caption, such as `{name}, {width}x{height}`.
struct CaptionPattern: Sendable {
    /// The facts that fill the fields.
    struct Facts {
        let name: String
        let format: String
        let size: PixelSize
        let byteCount: Int
    }

    private static let fields = ["name", "format", "width", "height", "bytes"]

    private let text: String

    /// The caption without a pattern of the user's: the name, and at the right format and size.
    static let standard = CaptionPattern(text: "{name}")

    private init(text: String) { self.text = text }

    /// Reads a pattern; throws for an unknown field.
    init(reading text: String) throws {
        for part in text.split(separator: "{", omittingEmptySubsequences: false).dropFirst() {
            let name = String(part.prefix { $0 != "}" })
            guard part.contains("}"), Self.fields.contains(name) else {
                throw ValidationError(FitArgument.unknown("field", name, known: Self.fields))
            }
        }
        self.text = text
    }

    /// `true` for a caption without text.
    var isEmpty: Bool { text.isEmpty }

    /// `true` for the name alone.
    var isStandard: Bool { text == Self.standard.text }

    /// Returns the caption.
    func filled(_ facts: Facts) -> String {
        var result = ""
        for (index, part) in text.split(separator: "{", omittingEmptySubsequences: false)
            .enumerated()
        {
            guard index > 0 else {
                result += part
                continue
            }
            switch part.prefix(while: { $0 != "}" }) {
            case "name": result += facts.name
            case "format": result += facts.format
            case "width": result += "\(facts.size.width)"
            case "height": result += "\(facts.size.height)"
            default: result += "\(facts.byteCount)"
            }
            result += part.drop { $0 != "}" }.dropFirst()
        }
        return result
    }
}
