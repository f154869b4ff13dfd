/// The outcome of a look-up.
public struct DataFinding: Sendable {
    /// The entry; nil for a miss.
    public var entry: StoredEntry?
    /// Damaged entries that the look-up removed.
    public var damage: [EntryDamage]
    /// Warnings about folders, each reported once.
    public var warnings: [FolderWarning]
    /// The length of an entry that was not read because it is longer than the caller permits.
    public var skippedByteCount: Int?

    /// Creates an outcome; each parameter is the property of its name.
    public init(
        _ entry: StoredEntry?, damage: [EntryDamage] = [], warnings: [FolderWarning] = [],
        skippedByteCount: Int? = nil
    ) {
        self.entry = entry
        self.damage = damage
        self.warnings = warnings
        self.skippedByteCount = skippedByteCount
    }
}

/// A damaged entry, which was removed and thus was a miss.
public struct EntryDamage: Hashable, Sendable {
    /// The kinds of damage.
    @nonexhaustive
    public enum Reason: String, Hashable, Sendable {
        /// The file does not begin as an entry does.
        case start
        /// The head is not the one that was written.
        case head
        /// The file is shorter or longer than its head says.
        case length
        /// The body is not the one that was written.
        case body
        /// The entry has another key.
        case key
        /// The file belongs to another user, or any user may write to it.
        case owner
    }

    /// The file.
    public var path: String
    /// The kind of damage.
    public var reason: Reason

    /// A damaged entry.
    package init(path: String, reason: Reason) {
        self.path = path
        self.reason = reason
    }
}

extension EntryDamage: CustomStringConvertible {
    /// The path and the kind of damage.
    public var description: String { "the entry \(path) is damaged: wrong \(reason.rawValue)" }
}
