import WebImageCaching

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// The state of a file: another one means other bytes.
package struct FileIdentity: Sendable {
    /// Device, inode, size and modification time in nanoseconds.
    let spelling: String
    /// Its size.
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
        spelling = "\(info.st_dev),\(info.st_ino),\(info.st_size),\(info.modifiedNanoseconds)"
    }
}
