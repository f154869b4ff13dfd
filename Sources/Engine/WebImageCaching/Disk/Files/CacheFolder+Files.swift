import WebImageCoding

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// The files below the folder by their paths; a signal interrupts no call.
///
/// Each call reaches the last component from the descriptor of its parent, which was opened without
/// following a link.
extension CacheFolder {
    /// Returns all but the last component of a path; the path itself if it has one only.
    static func parent(of path: String) -> String {
        let bytes = path.utf8
        return String(path[..<(bytes.lastIndex(of: 47) ?? bytes.endIndex)])
    }

    static func name(of path: String) -> String {
        let bytes = path.utf8
        return bytes.lastIndex(of: 47).map { String(path[bytes.index(after: $0)...]) } ?? path
    }

    /// Makes a folder and those above it that are missing, for this user alone.
    func makeFolder(_ path: String) throws(DiskError) {
        // Clearing may remove each of them again before the next is made in it.
        for _ in 0..<8 {
            if try unlessMissing(makeFolderOnce(path)) != nil { return }
        }
        try makeFolderOnce(path)
    }

    private func makeFolderOnce(_ path: String) throws(DiskError) {
        if try unlessMissing(check()) == nil { try make() }
        var made = self.path
        for name in path.utf8.dropFirst(made.utf8.count).split(separator: 47) {
            let name = String(decoding: name, as: UTF8.self)
            let above = try opened(made, for: .folder)
            made += "/" + name
            guard unsafe mkdirat(above.descriptor, name, 0o700) != 0, errno != EEXIST else {
                continue
            }
            throw DiskError("cannot create the folder", path: made, code: errno)
        }
        // Something else may have had the name.
        _ = try opened(made, for: .folder)
    }

    /// Renames a file and replaces the file of that name; returns the replaced file's status.
    @discardableResult
    package func move(_ path: String, to target: String) throws(DiskError) -> FileStatus? {
        let source = try openParent(of: path)
        let goal = try openParent(of: target)
        let (name, newName) = (Self.name(of: path), Self.name(of: target))
        let old = try Self.status(of: newName, in: goal)
        guard unsafe renameat(source.descriptor, name, goal.descriptor, newName) == 0 else {
            throw DiskError("cannot store", path: target, code: errno)
        }
        return old
    }

    /// Removes a file (a link itself, not its target); returns `false` if it is missing.
    @discardableResult
    func remove(_ path: String) throws(DiskError) -> Bool {
        guard let parent = try unlessMissing(openParent(of: path)) else { return false }
        if unsafe unlinkat(parent.descriptor, Self.name(of: path), 0) == 0 { return true }
        guard errno == ENOENT else { throw DiskError("cannot remove", path: path, code: errno) }
        return false
    }

    /// Removes a file if it is unchanged, and not another file of its name.
    ///
    /// To look and then to remove would be two steps, so the file is first moved aside. If another
    /// file came between, it is put back, unless a third has the name by then.
    ///
    /// - Parameter aside: A name for the meantime.
    /// - Returns: `true` if the file was removed.
    package func remove(
        _ path: String, ifStill status: FileStatus, aside: String
    ) throws(DiskError) -> Bool {
        // A file that has replaced it already is not missing for a moment.
        guard try isStill(status, path) else { return false }
        do throws(DiskError) {
            try move(path, to: aside)
        } catch {
            // It is gone, or there is no folder to take it to.
            return try isStill(status, path) ? remove(path) : false
        }
        guard try self.status(aside)?.isUnchanged(since: status) ?? true else {
            try putBack(aside, to: path)
            return false
        }
        try remove(aside)
        return true
    }

    private func isStill(_ status: FileStatus, _ path: String) throws(DiskError) -> Bool {
        try self.status(path)?.isUnchanged(since: status) ?? false
    }

    /// Gives a file that was moved aside its name back, or removes it if the name is taken by now.
    package func putBack(_ aside: String, to path: String) throws(DiskError) {
        let source = try openParent(of: aside)
        let goal = try openParent(of: path)
        let (name, newName) = (Self.name(of: aside), Self.name(of: path))
        if unsafe linkat(source.descriptor, name, goal.descriptor, newName, 0) != 0,
            errno != EEXIST
        {
            // Not every file system has hard links, and not every user may make one of every file.
            if try status(path) == nil,
                unsafe renameat(source.descriptor, name, goal.descriptor, newName) == 0
            {
                return
            }
        }
        try remove(aside)
    }

    func removeEmptyFolder(_ path: String) {
        guard let parent = try? openParent(of: path) else { return }
        _ = unsafe unlinkat(parent.descriptor, Self.name(of: path), AT_REMOVEDIR)
    }

    /// Returns the status of a file, of a link itself; nil if there is none.
    package func status(_ path: String) throws(DiskError) -> FileStatus? {
        guard let parent = try unlessMissing(openParent(of: path)) else { return nil }
        return try Self.status(of: Self.name(of: path), in: parent)
    }

    private static func status(
        of name: String, in folder: borrowing EntryFile
    ) throws(DiskError) -> FileStatus? {
        var raw = stat()
        // Safe because the system writes the one value that it is given.
        if unsafe fstatat(folder.descriptor, name, &raw, AT_SYMLINK_NOFOLLOW) == 0 {
            return FileStatus(raw)
        }
        if errno == ENOENT { return nil }
        throw DiskError("cannot examine", path: "\(folder.path)/\(name)", code: errno)
    }

    private func openParent(of path: String) throws(DiskError) -> EntryFile {
        try opened(Self.parent(of: path), for: .folder)
    }

    /// Returns the regular files of a folder whose names are wanted; none if it is missing.
    package func list(
        _ folder: String, where isWanted: (String) -> Bool
    ) throws(DiskError) -> [(path: String, status: FileStatus)] {
        guard let open = try unlessMissing(opened(folder, for: .listing)) else { return [] }
        var files: [(path: String, status: FileStatus)] = []
        for name in try Self.names(open, where: isWanted) {
            // Another process may have removed it by now.
            guard let status = try Self.status(of: name, in: open), status.isRegular else {
                continue
            }
            files.append(("\(folder)/\(name)", status))
        }
        return files
    }

    package func names(of folder: String) throws(DiskError) -> [String] {
        try Self.names(opened(folder, for: .listing)) { $0 != "." && $0 != ".." }
    }

    private static func names(
        _ folder: borrowing EntryFile, where isWanted: (String) -> Bool
    ) throws(DiskError) -> [String] {
        // The stream closes the descriptor it is given, so it gets a separate one.
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
}
