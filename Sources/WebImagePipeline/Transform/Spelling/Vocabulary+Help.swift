import WebImageCaching

extension Vocabulary {
    /// What the help says about one transform.
    public struct Entry: Hashable, Sendable {
        /// The name in front of the parenthesis.
        public let name: String
        /// The form with its arguments.
        public let usage: String
        /// What it does, in one sentence.
        public let meaning: String
        /// Spellings to learn from.
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
