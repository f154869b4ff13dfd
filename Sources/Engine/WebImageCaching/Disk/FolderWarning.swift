/// A cache folder that its group may write to, so that other users can place entries in it.
public struct FolderWarning: Hashable, Sendable {
    /// The folder.
    public var path: String
    /// Its permissions.
    package var mode: Int

    init(path: String, mode: Int) {
        self.path = path
        self.mode = mode
    }
}

extension FolderWarning: CustomStringConvertible {
    /// The folder and the excessive permission.
    public var description: String {
        "the group of the cache folder \(path) can write to it (mode \(String(mode, radix: 8)))"
    }
}
