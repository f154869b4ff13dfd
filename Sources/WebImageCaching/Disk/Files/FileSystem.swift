import WebImageCoding

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// The files of a cache by their paths; a signal interrupts no call.
///
/// Each call reaches the last component from the descriptor of its folder, which was opened without
/// following a link (``CacheFolder``).
package struct FileSystem: Sendable {
    let folder: CacheFolder

    /// Returns all but the last component of a path; empty if that is all.
    static func folder(of path: String) -> String {
        let bytes = path.utf8
        return String(path[..<(bytes.lastIndex(of: 47) ?? bytes.endIndex)])
    }

    /// Returns the last component of a path.
    package static func name(of path: String) -> String {
        let bytes = path.utf8
        return bytes.lastIndex(of: 47).map { String(path[bytes.index(after: $0)...]) } ?? path
    }

    /// Opens a file or folder without following a link.
    package func opened(_ path: String, for access: EntryFile.Access) throws(DiskError) -> EntryFile
    {
        try folder.opened(path, for: access)
    }

    /// Makes a folder and those above it that are missing, for this user alone.
    func makeFolder(_ path: String) throws(DiskError) {
        // Clearing may remove each of them again before the next is made in it.
        for _ in 0..<8 {
            do throws(DiskError) {
                return try makeFolderOnce(path)
            } catch {
                if error.code != ENOENT { throw error }
            }
        }
        try makeFolderOnce(path)
    }

    private func makeFolderOnce(_ path: String) throws(DiskError) {
        do throws(DiskError) {
            try folder.check()
        } catch {
            guard error.code == ENOENT else { throw error }
            try folder.make()
        }
        var made = folder.path
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

    /// Gives a file another name, in place of the file that has it; returns that one's status.
    @discardableResult
    package func move(_ path: String, to target: String) throws(DiskError) -> FileStatus? {
        let source = try parent(of: path)
        let goal = try parent(of: target)
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
        guard let parent = try parentIfAny(of: path) else { return false }
        if unsafe unlinkat(parent.descriptor, Self.name(of: path), 0) == 0 { return true }
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
    package func remove(
        _ path: String, ifStill status: FileStatus, aside: String
    ) throws(DiskError) -> Bool {
        // Nobody misses another one for a moment that has the name already.
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

    /// Gives what was taken aside its name back, unless something else has that by now: then it goes.
    package func putBack(_ aside: String, to path: String) throws(DiskError) {
        let source = try parent(of: aside)
        let goal = try parent(of: path)
        let (name, newName) = (Self.name(of: aside), Self.name(of: path))
        if unsafe linkat(source.descriptor, name, goal.descriptor, newName, 0) != 0,
            errno != EEXIST
        {
            // Not every file system has hard links, and not everybody may make one of every file.
            if try status(path) == nil,
                unsafe renameat(source.descriptor, name, goal.descriptor, newName) == 0
            {
                return
            }
        }
        try remove(aside)
    }

    /// Removes a folder if it is empty.
    func removeEmptyFolder(_ path: String) {
        guard let parent = try? parent(of: path) else { return }
        _ = unsafe unlinkat(parent.descriptor, Self.name(of: path), AT_REMOVEDIR)
    }

    /// Returns the status of a file, of a link itself; nil if there is none.
    package func status(_ path: String) throws(DiskError) -> FileStatus? {
        guard let parent = try parentIfAny(of: path) else { return nil }
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
        throw DiskError("cannot look at", path: "\(folder.path)/\(name)", code: errno)
    }

    private func parent(of path: String) throws(DiskError) -> EntryFile {
        try opened(Self.folder(of: path), for: .folder)
    }

    private func parentIfAny(of path: String) throws(DiskError) -> EntryFile? {
        do throws(DiskError) {
            return try parent(of: path)
        } catch {
            if error.code == ENOENT { return nil }
            throw error
        }
    }

    /// Returns the regular files of a folder whose names are wanted; none if it is missing.
    package func list(
        _ folder: String, where isWanted: (String) -> Bool
    ) throws(DiskError) -> [(path: String, status: FileStatus)] {
        let open: EntryFile
        do throws(DiskError) {
            open = try opened(folder, for: .listing)
        } catch {
            if error.code == ENOENT { return [] }
            throw error
        }
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

    /// Returns the names in a folder.
    package func names(of folder: String) throws(DiskError) -> [String] {
        try Self.names(opened(folder, for: .listing)) { $0 != "." && $0 != ".." }
    }

    private static func names(
        _ folder: borrowing EntryFile, where isWanted: (String) -> Bool
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
}
