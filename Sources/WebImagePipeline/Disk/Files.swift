import WebImageCoding

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// The calls of the system on paths that the disk cache needs; a signal interrupts none of them.
enum Files {
    /// What a path names its last part in; the path itself where that is all.
    static func folder(of path: String) -> String {
        let bytes = path.utf8
        return String(path[..<(bytes.lastIndex(of: 47) ?? bytes.endIndex)])
    }

    /// Makes a folder and those above it that are missing, for this user alone.
    static func makeFolder(_ path: String) throws(DiskError) {
        if unsafe mkdir(path, 0o700) == 0 || errno == EEXIST { return }
        let code = errno
        guard code == ENOENT, let slash = path.lastIndex(of: "/"), slash > path.startIndex else {
            throw DiskError("cannot create the folder", path: path, code: code)
        }
        try makeFolder(String(path[..<slash]))
        if unsafe mkdir(path, 0o700) == 0 || errno == EEXIST { return }
        throw DiskError("cannot create the folder", path: path, code: errno)
    }

    /// Gives a file another name, in place of what has it.
    static func move(_ path: String, to target: String) throws(DiskError) {
        guard unsafe rename(path, target) == 0 else {
            throw DiskError("cannot store", path: target, code: errno)
        }
    }

    /// Removes a file (a link itself, not what it points to); false when it is missing.
    @discardableResult
    static func remove(_ path: String) throws(DiskError) -> Bool {
        if unsafe unlink(path) == 0 { return true }
        guard errno == ENOENT else { throw DiskError("cannot remove", path: path, code: errno) }
        return false
    }

    /// Removes a file if it is still that one as it was, and not another that was given its name
    /// since.
    ///
    /// It is taken aside first, since to look and then to remove would be two steps: another one that
    /// came between is put back, unless there is a third by then.
    ///
    /// - Parameter aside: A name for the meantime.
    /// - Returns: Whether it was removed.
    static func remove(
        _ path: String, ifStill status: FileStatus, aside: String
    ) throws(DiskError) -> Bool {
        // Nobody misses another one for a moment that has the name already.
        guard try self.status(path)?.isUnchanged(since: status) ?? false else { return false }
        guard unsafe rename(path, aside) == 0 else {
            // It is gone, or there is no folder to take it to.
            guard try self.status(path)?.isUnchanged(since: status) ?? false else { return false }
            return try remove(path)
        }
        guard try self.status(aside)?.isUnchanged(since: status) ?? true else {
            try putBack(aside, to: path)
            return false
        }
        try remove(aside)
        return true
    }

    /// Gives what was taken aside its name back, unless something else has that by now: then it goes.
    static func putBack(_ aside: String, to path: String) throws(DiskError) {
        if unsafe link(aside, path) != 0, errno != EEXIST {
            // Not every file system has hard links, and not everybody may make one of every file.
            if try status(path) == nil, unsafe rename(aside, path) == 0 { return }
        }
        try remove(aside)
    }

    /// Removes a folder if it is empty.
    static func removeEmptyFolder(_ path: String) {
        _ = unsafe rmdir(path)
    }

    /// What has that name, a link itself; nil when nothing has.
    static func status(_ path: String) throws(DiskError) -> FileStatus? {
        var raw = stat()
        // Safe because the system writes the one value that it is given.
        if unsafe lstat(path, &raw) == 0 { return FileStatus(raw) }
        if errno == ENOENT { return nil }
        throw DiskError("cannot look at", path: path, code: errno)
    }

    /// The regular files of a folder whose names are wanted; none when it is missing.
    static func list(
        _ folder: String, where isWanted: (String) -> Bool
    ) throws(DiskError) -> [(path: String, status: FileStatus)] {
        let names: [String]
        do {
            names = try self.names(OpenFile.opened(folder, for: .listing), where: isWanted)
        } catch {
            if error.code == ENOENT { return [] }
            throw error
        }
        var files: [(path: String, status: FileStatus)] = []
        for name in names {
            let path = "\(folder)/\(name)"
            // Another process may have removed it by now.
            guard let status = try status(path), status.isRegular else { continue }
            files.append((path, status))
        }
        return files
    }

    /// The names in a folder.
    static func names(of folder: String) throws(DiskError) -> [String] {
        try names(OpenFile.opened(folder, for: .listing)) { $0 != "." && $0 != ".." }
    }

    private static func names(
        _ folder: consuming OpenFile, where isWanted: (String) -> Bool
    ) throws(DiskError) -> [String] {
        // The stream closes the descriptor it is given, so it gets one of its own.
        let descriptor = fcntl(folder.descriptor, F_DUPFD_CLOEXEC, 0)
        // Safe because the stream is closed once, below, and a name is copied before the next read.
        guard descriptor >= 0, let stream = unsafe fdopendir(descriptor) else {
            throw DiskError("cannot list", path: folder.path, code: errno)
        }
        defer { unsafe closedir(stream) }
        var names: [String] = []
        while true {
            errno = 0
            guard let entry = unsafe readdir(stream) else { break }
            let name = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if isWanted(name) { names.append(name) }
        }
        guard errno == 0 else { throw DiskError("cannot list", path: folder.path, code: errno) }
        return names
    }

    /// The text of a small file of the system's, nil when it can't be read.
    static func text(_ path: String) -> String? {
        guard let file = try? OpenFile.opened(path, for: .following),
            let block = try? file.read(64 << 10)
        else { return nil }
        // Safe because the bytes are copied during the call.
        return unsafe block.withUnsafeBytes { unsafe String(decoding: $0, as: UTF8.self) }
    }
}
