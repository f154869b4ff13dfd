import ArgumentParser
import WebImage

/// The pattern of an output's name, such as `{stem}-{width}x{height}.{ext}`.
struct NamePattern: Sendable {
    enum Field: String, CaseIterable {
        case stem
        case ext
        case width
        case height
        case index
        case digest
    }

    private enum Piece {
        case text(String)
        case field(Field)
    }

    /// The facts that fill the fields; those that are not known yet are nil.
    struct Facts {
        var stem: String
        var ext: String
        /// The number of the picture from 1, with zeros in front.
        var index: String
        var size: PixelSize?
        /// The digest of the request.
        var digest = ""
    }

    private var pieces: [Piece] = []

    /// The pattern of names without one of the user's.
    static let standard = NamePattern([.field(.stem), .text("."), .field(.ext)])

    /// The pattern of the frames of an animation.
    static let frames = NamePattern([
        .field(.stem), .text("-"), .field(.index), .text("."), .field(.ext),
    ])

    private init(_ pieces: [Piece]) { self.pieces = pieces }

    /// Reads a pattern; one without an extension gets `.{ext}`.
    init(reading text: String) throws {
        var rest = text[...]
        while let brace = rest.firstIndex(where: { $0 == "{" || $0 == "}" }) {
            if brace > rest.startIndex { pieces.append(.text(String(rest[..<brace]))) }
            guard rest[brace] == "{", let end = rest[brace...].firstIndex(of: "}") else {
                throw ValidationError("a brace of the pattern '\(text.printable)' has no other.")
            }
            let name = String(rest[rest.index(after: brace)..<end])
            guard let field = Field(rawValue: name) else {
                throw ValidationError(
                    FitArgument.unknown("field", name, known: Field.allCases.map(\.rawValue)))
            }
            pieces.append(.field(field))
            rest = rest[rest.index(after: end)...]
        }
        if !rest.isEmpty { pieces.append(.text(String(rest))) }
        guard !text.isEmpty, !text.contains("/"), !text.utf8.contains(0), !text.hasPrefix(".")
        else {
            throw ValidationError(
                "expected a pattern of a file's name, found '\(text.printable)'.")
        }
        if !text.contains(".") { pieces += [.text("."), .field(.ext)] }
    }

    /// `true` if the names have the field.
    func has(_ field: Field) -> Bool {
        pieces.contains { if case .field(field) = $0 { true } else { false } }
    }

    /// `true` if the names are known before the pictures are.
    var isKnownBefore: Bool { !has(.width) && !has(.height) }

    /// The format of an extension that is written out; nil if the names end with a field.
    var namedFormat: ImageFormat? {
        guard case .text(let text) = pieces.last else { return nil }
        return ImageFormat(ofPath: "x" + text)
    }

    /// Returns a message if the extension is written out, and of no format.
    var problem: String? {
        guard case .text(let text) = pieces.last, let dot = text.lastIndex(of: "."),
            namedFormat == nil
        else { return nil }
        return FormatArgument.unknown(String(text[text.index(after: dot)...]))
    }

    /// Returns the name; unknown facts stay fields.
    func filled(_ facts: Facts) -> String {
        pieces.reduce(into: "") { name, piece in
            switch piece {
            case .text(let text): name += text
            case .field(.stem): name += facts.stem
            case .field(.ext): name += facts.ext
            case .field(.index): name += facts.index
            case .field(.digest): name += facts.digest.isEmpty ? "{digest}" : facts.digest
            case .field(.width): name += facts.size.map { "\($0.width)" } ?? "{width}"
            case .field(.height): name += facts.size.map { "\($0.height)" } ?? "{height}"
            }
        }
    }
}
