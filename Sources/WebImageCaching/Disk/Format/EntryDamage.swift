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
        /// It belongs to another user, or any user may write to it.
        case owner
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

/// A cache folder that its group may write to, so that other users can place entries in it.
public struct FolderWarning: Hashable, Sendable {
    /// The folder.
    public var path: String
    /// Its permissions.
    public var mode: Int

    /// A warning about a folder.
    public init(path: String, mode: Int) {
        self.path = path
        self.mode = mode
    }
}

extension FolderWarning: CustomStringConvertible {
    /// The folder, and the right that is too much.
    public var description: String {
        "the group of the folder \(path) may write to it (mode \(String(mode, radix: 8)))"
    }
}

/// The outcome of a look-up.
public struct DataFinding: Sendable {
    /// Head and bytes of the entry, nil for a miss.
    public var entry: (head: EntryHead, bytes: ByteBlock)?
    /// Damaged entries that the look-up removed.
    public var damage: [EntryDamage]
    /// Warnings about folders, each told once.
    public var warnings: [FolderWarning]
    /// The length of an entry that was not read because it is longer than the caller permits.
    public var skippedByteCount: Int?

    /// A hit, or a miss.
    public init(
        _ entry: (head: EntryHead, bytes: ByteBlock)?, damage: [EntryDamage] = [],
        warnings: [FolderWarning] = [], skippedByteCount: Int? = nil
    ) {
        self.entry = entry
        self.damage = damage
        self.warnings = warnings
        self.skippedByteCount = skippedByteCount
    }
}
