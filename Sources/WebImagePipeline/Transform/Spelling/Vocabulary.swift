/// The transforms that text can name, in a flag, a proxy URL or a stored key.
public struct Vocabulary: Sendable {
    /// The largest number of transforms in a chain that is read.
    public static let longestChain = 32
    private static let longestText = 4096

    private let types: [any SpelledTransform.Type]

    /// Creates a vocabulary of transforms; of two with one name the later one counts.
    public init(_ types: [any SpelledTransform.Type]) {
        var known: [any SpelledTransform.Type] = []
        for type in types {
            if let index = known.firstIndex(where: { $0.name == type.name }) {
                known[index] = type
            } else {
                known.append(type)
            }
        }
        self.types = known
    }

    /// Returns this vocabulary with `more` transforms, which replace those of the same name.
    public func adding(_ more: any SpelledTransform.Type...) -> Vocabulary {
        Vocabulary(types + more)
    }

    /// The names of all transforms, in the order of the help.
    public var names: [String] { types.map { $0.name } }

    /// Reads one transform, as in `crop(320x240,10,10)` or `circle`.
    ///
    /// - Throws: `VocabularyError` with the expected and the found text.
    public func read(_ text: some StringProtocol) throws(VocabularyError) -> any SpelledTransform {
        let spelling = try Spelling(text)
        guard let type = types.first(where: { $0.name == spelling.name }) else {
            let name = String(spelling.name)
            throw .unknownName(name, nearest: NearestName.of(name, in: names), known: names)
        }
        var arguments = try ArgumentReader(spelling.arguments, of: type)
        let transform = try type.init(arguments: &arguments)
        try arguments.finish()
        if let fault = transform.fault { throw .outOfRange(transform: type.name, reason: fault) }
        return transform
    }

    /// Reads transforms separated by `/`, as in `resize(320x240,fill)/circle`; none from no text.
    ///
    /// - Throws: `VocabularyError` for the first one that cannot be read.
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
        return try parts.map { part throws(VocabularyError) in try read(part) }
    }

    /// Returns the spelling of a chain of transforms, which ``read(chain:)`` reads.
    public static func write(chain: [any ImageTransform]) -> String {
        chain.map(\.spelling).joined(separator: "/")
    }
}

extension Vocabulary {
    /// The help text of one transform.
    public struct Entry: Hashable, Sendable {
        /// The name in front of the parenthesis.
        public let name: String
        /// The form with its arguments.
        public let usage: String
        /// The effect, in one sentence.
        public let meaning: String
        /// Examples of its spelling.
        public let examples: [String]
    }

    /// One entry for each transform.
    public var entries: [Entry] {
        types.map {
            Entry(name: $0.name, usage: $0.usage, meaning: $0.meaning, examples: $0.examples)
        }
    }

    /// The table of all transforms as lines of text: usage, and below it meaning and examples.
    public var help: [String] {
        entries.flatMap { entry in
            [
                "  \(entry.usage)", "      \(entry.meaning)",
                "      For example: \(entry.examples.joined(separator: "  "))",
            ]
        }
    }
}
