/// Which file of a cache folder is whose; it touches none of them.
///
///     folder/v1/ab/abcdef….entry   entries: the digest of the key, behind its first two digits
///     folder/v1/tmp/….tmp          entries being written, on the same file system
package struct DiskLayout: Hashable, Sendable {
    /// The cache folder, an absolute path without a slash at its end.
    package let folder: String

    /// The files of an absolute path.
    package init(folder: String) {
        var folder = folder
        while folder.count > 1, folder.hasSuffix("/") { folder.removeLast() }
        self.folder = folder
    }

    /// What holds all of our files; other things in ``folder`` are not ours.
    package var root: String { "\(folder)/v1" }
    /// What holds entries being written.
    package var temporaries: String { "\(root)/tmp" }

    /// The folder of that first byte of a digest.
    package func shard(_ name: String) -> String { "\(root)/\(name)" }

    /// The file of the entry of that digest.
    package func entry(_ digest: String) -> String {
        "\(root)/\(digest.prefix(2))/\(digest).entry"
    }

    /// A file for an entry being written.
    package func temporary(_ number: UInt64) -> String {
        "\(temporaries)/\(String(number, radix: 16)).tmp"
    }

    /// All names that a shard can have.
    package static let shards: [String] = (0..<256).map { byte in
        (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }

    /// Whether a file of that name in a shard is an entry.
    package static func isEntry(_ name: String, in shard: String) -> Bool {
        name.utf8.count == 70 && name.hasSuffix(".entry") && name.hasPrefix(shard)
            && name.utf8.prefix(64).allSatisfy { ($0 >= 48 && $0 <= 57) || ($0 >= 97 && $0 <= 102) }
    }

    /// Whether a file of that name among the temporaries is ours.
    package static func isTemporary(_ name: String) -> Bool { name.hasSuffix(".tmp") }
}
