import WebImageCaching

#if canImport(Glibc)
    import Glibc

    extension stat {
        fileprivate var modificationTime: timespec { st_mtim }
    }
#elseif canImport(Darwin)
    import Darwin

    extension stat {
        fileprivate var modificationTime: timespec { st_mtimespec }
    }
#endif

/// The state of a file; another state means other bytes.
package struct FileIdentity: Sendable {
    /// Device, inode, size and modification time in nanoseconds since 1970.
    let spelling: String
    package let byteCount: Int

    /// Looks the file up; blocks.
    package init(path: String) throws(LoadFailure) {
        var info = stat()
        // Safe because `path` is a C string during the call and `info` is ours.
        guard unsafe stat(path, &info) == 0 else {
            let code = errno
            let reason = DiskError("cannot open", path: path, code: code).description
            throw LoadFailure(code == ENOENT ? .fileNotFound : .fileUnreadable, reason)
        }
        byteCount = Int(info.st_size)
        let time = info.modificationTime
        let modified = time.tv_sec &* 1_000_000_000 &+ time.tv_nsec
        spelling = "\(info.st_dev),\(info.st_ino),\(info.st_size),\(modified)"
    }
}
