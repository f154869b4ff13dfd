#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// The kind of file at a path, following links.
enum FileState {
    case missing
    case folder
    case file
    /// A device, a pipe or a socket: written to, never replaced.
    case special
}

extension FileState {
    init(of path: String) {
        self = FileStatus(of: path)?.state ?? .missing
    }
}

/// The facts about a file, following links.
struct FileStatus {
    /// The name of a file in the system, the same for all its paths.
    struct Identity: Hashable, Sendable {
        let device: UInt64
        let inode: UInt64
    }

    let state: FileState
    let identity: Identity
    let mode: mode_t
    let user: uid_t
    let group: gid_t
    let linkCount: Int
    let byteCount: Int
    /// The time of the last change of the content: seconds, nanoseconds.
    let modified: (Int, Int)

    /// Reads the facts; nil if there is no such file, or it cannot be examined.
    init?(of path: String) {
        var status = stat()
        guard path.withSystemPath({ stat($0, &status) }) == 0 else { return nil }
        switch status.st_mode & S_IFMT {
        case S_IFDIR: state = .folder
        case S_IFREG: state = .file
        default: state = .special
        }
        identity = Identity(
            device: UInt64(truncatingIfNeeded: status.st_dev), inode: UInt64(status.st_ino))
        mode = status.st_mode & 0o777
        (user, group) = (status.st_uid, status.st_gid)
        linkCount = Int(status.st_nlink)
        byteCount = Int(status.st_size)
        modified = status.modifiedTime
    }

    /// Returns `true` if it was changed at the same time as the other, or later.
    func isAsNew(as other: FileStatus) -> Bool { modified >= other.modified }
}
