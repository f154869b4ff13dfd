import FoundationEssentials

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

package struct FileStatus: Sendable {
    package enum Kind: Hashable, Sendable {
        case regular, folder, link, other
    }

    let byteCount: Int
    let kind: Kind
    let owner: UInt32
    let mode: Int
    /// The number of names; 0 once the file is removed.
    let linkCount: Int
    let device: UInt64
    let inode: UInt64
    let accessed: Date
    let modified: Date
    /// The last change of any kind by the system's clock; no call can set it.
    let changed: Date

    init(_ raw: stat) {
        byteCount = Int(raw.st_size)
        kind =
            switch raw.st_mode & S_IFMT {
            case S_IFREG: .regular
            case S_IFDIR: .folder
            case S_IFLNK: .link
            default: .other
            }
        owner = raw.st_uid
        mode = Int(raw.st_mode & 0o7777)
        linkCount = Int(raw.st_nlink)
        device = UInt64(truncatingIfNeeded: raw.st_dev)
        inode = UInt64(truncatingIfNeeded: raw.st_ino)
        accessed = Date(raw.accessTime)
        modified = Date(raw.modificationTime)
        changed = Date(raw.changeTime)
    }

    var isRegular: Bool { kind == .regular }
    var usage: CacheUsage { CacheUsage(entryCount: 1, byteCount: byteCount) }

    /// Returns `true` if both are the same file, by whatever name.
    func isSameFile(as other: FileStatus) -> Bool { device == other.device && inode == other.inode }

    /// Returns `true` if it is the same file, neither written nor dated since.
    ///
    /// The inode alone is no proof: another file soon gets the inode of a removed one.
    func isUnchanged(since other: FileStatus) -> Bool {
        isSameFile(as: other) && byteCount == other.byteCount && modified == other.modified
    }

    /// Returns `true` if it is still the file that a scan found, neither written nor used since.
    package func isStill(_ entry: TrimPlan.Entry) -> Bool {
        inode == entry.inode && byteCount == entry.byteCount
            && (modified == entry.lastUse || entry.lastUse == .distantPast)
    }
}

extension Date {
    fileprivate init(_ time: timespec) {
        self.init(timeIntervalSince1970: Double(time.tv_sec) + Double(time.tv_nsec) / 1e9)
    }
}

extension timespec {
    /// The moment, or the nearest of the years 1970 to 2106, which file systems can hold.
    init(_ date: Date) {
        let seconds = date.timeIntervalSince1970
        let whole = seconds > 0 ? min(seconds, 0xffff_ffff).rounded(.down) : 0
        let fraction = seconds > 0 && seconds < 0xffff_ffff ? seconds - whole : 0
        self.init(tv_sec: Int(whole), tv_nsec: Int(fraction * 1e9))
    }
}
