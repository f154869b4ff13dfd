public import WebImageCoding

/// An entry that was found damaged, was removed, and thus was a miss.
public struct EntryDamage: Hashable, Sendable {
    /// What is wrong with it.
    @nonexhaustive
    public enum Reason: String, Hashable, Sendable {
        /// It does not begin as an entry does.
        case start
        /// Its head is not what was written.
        case head
        /// It is shorter or longer than its head says.
        case length
        /// Its body is not what was written.
        case body
        /// It is the entry of another key.
        case key
    }

    /// The file.
    public var path: String
    /// What is wrong with it.
    public var reason: Reason

    /// A damaged entry.
    public init(path: String, reason: Reason) {
        self.path = path
        self.reason = reason
    }
}

extension EntryDamage: CustomStringConvertible {
    /// What is wrong, and where.
    public var description: String { "the entry \(path) is damaged: wrong \(reason.rawValue)" }
}

/// What a cache found under a key.
public struct DataFinding: Sendable {
    /// Head and bytes of the entry, nil for a miss.
    public var entry: (head: EntryHead, bytes: ByteBlock)?
    /// What it came across that was damaged; it was removed.
    public var damage: [EntryDamage]

    /// A hit, or a miss.
    public init(
        _ entry: (head: EntryHead, bytes: ByteBlock)?, damage: [EntryDamage] = []
    ) {
        self.entry = entry
        self.damage = damage
    }
}
