public import WebImagePipeline

/// The transforms that text can name, in a flag, a proxy URL or a stored key.
public struct Vocabulary: Sendable {
    /// The largest number of transforms in a chain that is read.
    package static let longestChain = 32
    private static let longestText = 4096

    let words: [Word]

    /// Creates a vocabulary; of two words with one name the later one counts.
    init(_ words: [Word]) {
        var known: [Word] = []
        for word in words {
            if let index = known.firstIndex(where: { $0.entry.name == word.entry.name }) {
                known[index] = word
            } else {
                known.append(word)
            }
        }
        self.words = known
    }

    /// Returns this vocabulary with `more` transforms, which replace transforms of the same name.
    public func adding(_ more: any SpelledTransform.Type...) -> Vocabulary {
        Vocabulary(words + more.map { Word(of: $0) })
    }

    /// The names of all transforms, in the order of the help.
    public var names: [String] { words.map(\.entry.name) }

    /// Reads one transform, as in `crop(320x240,10,10)` or `circle`.
    ///
    /// - Throws: `VocabularyError` with the expected and the found text.
    public func read(_ text: some StringProtocol) throws(VocabularyError) -> any ImageTransform {
        let spelling = try Spelling(text)
        guard let word = words.first(where: { $0.entry.name == spelling.name }) else {
            let name = String(spelling.name)
            throw .unknownName(name, nearest: names.nearest(to: name), known: names)
        }
        return try word.read(spelling.arguments)
    }

    /// Reads transforms separated by `/`, as in `resize(320x240,fill)/circle`; none from no text.
    ///
    /// At most 32 transforms in 4096 bytes are read.
    ///
    /// - Throws: `VocabularyError` for the first one that cannot be read.
    public func read(
        chain text: some StringProtocol
    ) throws(VocabularyError) -> [any ImageTransform] {
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
    package struct Entry: Hashable, Sendable {
        /// The name in front of the parenthesis.
        package let name: String
        /// The form with its arguments.
        package let usage: String
        /// The effect, in one sentence.
        package let meaning: String
        /// Examples of its spelling.
        package let examples: [String]
    }

    /// One entry for each transform.
    package var entries: [Entry] { words.map(\.entry) }

    /// The table of all transforms as lines of text: usage, and below it meaning and examples.
    public var help: [String] {
        entries.flatMap { entry in
            [
                "  \(entry.usage)", "      \(entry.meaning)",
                "      For example: \(entry.examples.joined(separator: "  "))",
            ]
        }
    }

    /// The help of a transform, and the function that reads its arguments.
    struct Word: Sendable {
        let entry: Entry
        let read: @Sendable ([Substring]) throws(VocabularyError) -> any ImageTransform

        /// Creates the word of a type whose values `finish` makes those that requests have.
        init<Transform: SpelledTransform>(
            _ finish: @escaping @Sendable (Transform) -> any ImageTransform
        ) {
            entry = Entry(
                name: Transform.name, usage: Transform.usage, meaning: Transform.meaning,
                examples: Transform.examples)
            read = { texts throws(VocabularyError) in
                var arguments = try ArgumentReader(texts, of: Transform.self)
                let transform = try Transform(arguments: &arguments)
                try arguments.finish()
                if let fault = transform.fault {
                    throw .outOfRange(transform: Transform.name, reason: fault)
                }
                return finish(transform)
            }
        }

        /// Creates the word of a caller's type.
        init<Transform: SpelledTransform>(of type: Transform.Type) {
            self.init { (transform: Transform) in transform }
        }
    }
}
