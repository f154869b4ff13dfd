import WebImageCaching
import WebImageRuntime

/// The transforms that text can name, in a flag, a proxy URL or a stored key.
public struct Vocabulary: Sendable {
    /// The longest chain that is read; a longer one is no picture's need.
    public static let longestChain = 32
    private static let longestText = 4096

    let types: [any SpelledTransform.Type]

    /// A vocabulary of these transforms; of two with one name the later one counts.
    public init(_ types: [any SpelledTransform.Type]) {
        var names: [String: Int] = [:]
        var known: [any SpelledTransform.Type] = []
        for type in types {
            if let index = names[type.name] {
                known[index] = type
            } else {
                names[type.name] = known.count
                known.append(type)
            }
        }
        self.types = known
    }

    /// All built-in transforms.
    public static let standard = Vocabulary([
        Resize.self, Crop.self, Rotate.self, Flip.self, RoundCorners.self, Circle.self, Blur.self,
        Tint.self, Grayscale.self, Pad.self,
    ])

    /// This vocabulary with `more` transforms, which replace those of the same name.
    public func adding(_ more: any SpelledTransform.Type...) -> Vocabulary {
        Vocabulary(types + more)
    }

    /// The names of all transforms, in the order of the help.
    public var names: [String] { types.map { $0.name } }

    /// Reads one transform, as in `crop(320x240,10,10)` or `circle`.
    ///
    /// - Throws: `VocabularyError` that says what was expected and what was found.
    public func read(_ text: some StringProtocol) throws(VocabularyError) -> any SpelledTransform {
        let spelling = try Spelling(text)
        guard let type = types.first(where: { $0.name == spelling.name }) else {
            let name = String(spelling.name)
            throw .unknownName(name, nearest: NearestName.of(name, in: names), known: names)
        }
        var arguments = try ArgumentReader(
            spelling.arguments, transform: type.name, usage: type.usage)
        let transform = try type.init(arguments: &arguments)
        try arguments.finish()
        if let fault = transform.fault { throw .outOfRange(transform: type.name, reason: fault) }
        return transform
    }

    /// Reads transforms separated by `/`, as in `resize(320x240,fill)/circle`; none from no text.
    ///
    /// - Throws: `VocabularyError` about the first one that cannot be read.
    public func read(
        chain text: some StringProtocol
    ) throws(VocabularyError) -> [any SpelledTransform] {
        guard !text.isEmpty else { return [] }
        guard text.utf8.count <= Self.longestText else {
            throw .malformed(
                String(text.prefix(80)), reason: "it is longer than \(Self.longestText) bytes")
        }
        let parts = Spelling.split(Substring(text), at: "/")
        guard parts.count <= Self.longestChain else {
            throw .malformed(
                String(text.prefix(80)),
                reason: "expected at most \(Self.longestChain) transforms, found \(parts.count)")
        }
        var chain: [any SpelledTransform] = []
        for part in parts { chain.append(try read(part)) }
        return chain
    }

    /// The spelling of a chain of transforms, which ``read(chain:)`` reads.
    public static func write(chain: [any ImageTransform]) -> String {
        chain.map(\.spelling).joined(separator: "/")
    }
}
