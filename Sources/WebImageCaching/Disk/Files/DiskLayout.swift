/// Which file of a cache folder is whose; it touches none of them.
///
///     folder/v1/ab/abcdef….entry   entries: the digest of the key, behind its first two digits
///     folder/v1/tmp/….tmp          entries being written, on the same file system
///     folder/v1/usage              how much there is (``SharedUsageTable``)
///     folder/spaces/NAME/v1/…      the same for each namespace
///
/// A namespace's `NAME` is its own if it has 1 … 64 of `a`–`z`, `0`–`9`, `-` and `_`; else it is `~`
/// and the SHA-256 of its UTF-8 as 64 lower-case hexadecimal digits, so that any text names a
/// folder, and no two the same, whatever the file system thinks of case.
package struct DiskLayout: Hashable, Sendable {
    /// The cache folder, an absolute path without a slash at its end.
    package let folder: String
    /// What holds the files of this namespace: ``folder`` itself without one.
    package let base: String
    /// The path of ``root`` and a slash.
    private let prefix: String

    /// The files of an absolute path, or of a namespace there.
    package init(folder: String, namespace: String? = nil) {
        var folder = folder
        while folder.utf8.count > 1, folder.hasSuffix("/") { folder.removeLast() }
        self.folder = folder
        let base = namespace.map { "\(folder)/spaces/\(Self.folderName(of: $0))" } ?? folder
        self.base = base
        prefix = base + "/v1/"
    }

    /// What holds all of our files; other things in ``base`` are not ours.
    package var root: String { "\(base)/v1" }
    /// What holds entries being written.
    package var temporaries: String { "\(root)/tmp" }
    /// The file that says how much there is.
    package var usage: String { "\(root)/usage" }

    /// The folder of that first byte of a digest.
    package func shard(_ name: String) -> String { "\(root)/\(name)" }

    /// The file of the entry of that digest.
    package func entry(_ digest: String) -> String {
        "\(root)/\(digest.prefix(2))/\(digest).entry"
    }

    /// The file of the entry of that digest, written at once: it is on the way of hits and misses.
    func entry(_ digest: SHA256.Digest) -> String {
        var prefix = prefix
        return prefix.withUTF8 { prefix in
            let shard = prefix.count
            let count = shard + 3 + 64 + 6
            // Safe because as many bytes are written as there is room for.
            return unsafe String(unsafeUninitializedCapacity: count) { path in
                _ = unsafe path.update(fromContentsOf: prefix)
                unsafe SHA256.write(
                    digest, to: UnsafeMutableBufferPointer(rebasing: path[(shard + 3)...]))
                unsafe path[shard] = path[shard + 3]
                unsafe path[shard + 1] = path[shard + 4]
                unsafe path[shard + 2] = 47
                for (place, byte) in ".entry".utf8.enumerated() {
                    unsafe path[count - 6 + place] = byte
                }
                return count
            }
        }
    }

    /// A file for an entry being written.
    package func temporary(_ number: UInt64) -> String {
        "\(temporaries)/\(String(number, radix: 16)).tmp"
    }

    private static func folderName(of namespace: String) -> String {
        let isPlain = namespace.utf8.allSatisfy {
            ($0 >= 97 && $0 <= 122) || ($0 >= 48 && $0 <= 57) || $0 == 45 || $0 == 95
        }
        guard isPlain, (1...64).contains(namespace.utf8.count) else {
            return "~" + SHA256.hexDigest(of: namespace.utf8)
        }
        return namespace
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
