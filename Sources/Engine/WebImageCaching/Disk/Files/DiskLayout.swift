import WebImageCoding

/// The paths of the files in a cache folder; it touches none of them.
///
///     folder/v1/ab/abcdef….entry   entries: the digest of the key, below its first two digits
///     folder/v1/tmp/….tmp          entries being written, on the same file system
///     folder/v1/usage              the usage of the folder (``SharedUsageTable``)
///     folder/spaces/NAME/v1/…      the same for each namespace
///
/// A namespace's `NAME` is its own if it has 1 … 64 of `a`–`z`, `0`–`9`, `-` and `_`. Else it is
/// `~` and the SHA-256 of its UTF-8 as 64 lower-case hexadecimal digits. Two texts never name the
/// same folder, even if the file system ignores case.
package struct DiskLayout: Hashable, Sendable {
    /// The cache folder, an absolute path without a slash at its end.
    package let folder: String
    /// The folder of this namespace; ``folder`` itself without one.
    package let base: String
    /// The folder of all files of the cache; other files in ``base`` are foreign.
    package let root: String

    /// - Parameter folder: An absolute path.
    package init(folder: String, namespace: String? = nil) {
        var folder = folder
        while folder.utf8.count > 1, folder.hasSuffix("/") { folder.removeLast() }
        self.folder = folder
        let base = namespace.map { "\(folder)/spaces/\(Self.folderName(of: $0))" } ?? folder
        self.base = base
        root = base + "/v1"
    }

    package var temporaries: String { "\(root)/tmp" }
    package var usage: String { "\(root)/usage" }

    package func shard(_ name: String) -> String { "\(root)/\(name)" }

    /// Returns the file of the entry of that digest.
    ///
    /// Hits and misses need it, so its bytes are written directly.
    package func entry(_ digest: SHA256.Digest) -> String {
        var root = root
        return root.withUTF8 { root in
            let shard = root.count + 1
            let count = shard + 3 + 64 + 6
            // Safe because as many bytes are written as there is room for.
            return unsafe String(unsafeUninitializedCapacity: count) { path in
                _ = unsafe path.update(fromContentsOf: root)
                unsafe path[shard - 1] = 47
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

    /// Returns a new name of a file for an entry that is being written.
    package func newTemporary() -> String {
        "\(temporaries)/\(String(UInt64.random(in: 0 ... .max), radix: 16)).tmp"
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

    /// The names of all shards: the first two digits of digests.
    package static let shards: [String] = (0...255).map { Hexadecimal.text(of: [$0]) }

    package static func isEntry(_ name: String, in shard: String) -> Bool {
        name.utf8.count == 70 && name.hasSuffix(".entry") && name.hasPrefix(shard)
            && name.utf8.prefix(64).allSatisfy { ($0 >= 48 && $0 <= 57) || ($0 >= 97 && $0 <= 102) }
    }

    package static func isTemporary(_ name: String) -> Bool { name.hasSuffix(".tmp") }
}
