import CFiles
import Synchronization

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// The folder of a cache: checked before it is used, and never left by a symbolic link below it.
///
/// Links above the folder are its owner's choice. A check resolves them: at the first use, with
/// each store, and at the begin of each step of trimming.
package final class CacheFolder: Sendable {
    /// The folder as the last check found it.
    package struct Place: Hashable, Sendable {
        /// A path to the folder in which no component is a link.
        let path: String
        /// The user that may own its entries.
        let owner: UInt32
        fileprivate let device: UInt64
        fileprivate let inode: UInt64
    }

    private struct State: Sendable {
        var place: Place?
        /// The user of the last check that succeeded.
        var owner: UInt32?
        var warning: FolderWarning?
        var hasWarned = false
    }

    /// The path that the cache was given, without a slash at its end.
    let path: String
    /// `true` if other users may own the folder or write to it.
    let allowsShared: Bool
    private let isPortable: Bool
    private let state = Mutex(State())

    /// `true` if the system opens a path without links in one call.
    private static let hasUnlinked = cfiles_has_unlinked()

    /// A folder that need not exist.
    ///
    /// - Parameter isPortable: `true` opens each component by a separate call on every system.
    package init(_ path: String, allowsShared: Bool = false, isPortable: Bool = false) {
        self.path = path
        self.allowsShared = allowsShared
        self.isPortable = isPortable || !Self.hasUnlinked
    }

    /// Checks the folder.
    ///
    /// - Throws: `DiskError` with `ENOENT` if it is missing, `EACCES` with a reason if it is
    ///   refused.
    @discardableResult
    package func check() throws(DiskError) -> Place {
        let user = geteuid()
        do throws(DiskError) {
            let status = try linkStatus(path)
            try permit(status, user)
            let known = state.withLock { $0.place }
            if let known, known.owner == user, known.device == status.device,
                known.inode == status.inode
            {
                return known
            }
            let place = try resolve(status, user)
            state.withLock { ($0.place, $0.owner) = (place, user) }
            return place
        } catch {
            state.withLock { $0.place = nil }
            throw error
        }
    }

    /// Checks the folder, unless it is missing.
    func checkIfThere() throws(DiskError) { _ = try unlessMissing(check()) }

    /// Returns the warning about the folder once; nil if there is none.
    func takeWarning() -> FolderWarning? { state.withLock { $0.warning.take() } }

    /// Returns `true` if no other user can have made or changed the file.
    func trusts(_ file: FileStatus) -> Bool {
        if allowsShared { return true }
        let owner = state.withLock { $0.owner }
        return file.owner == owner && file.mode & 0o002 == 0
    }

    /// Opens a file or folder below, by a path that begins with ``path``.
    ///
    /// - Throws: `DiskError` with `ELOOP` if a component below the folder is a link.
    package func opened(
        _ path: String, for access: EntryFile.Access
    ) throws(DiskError) -> EntryFile {
        let known = state.withLock { $0.place }
        let place = if let known { known } else { try check() }
        var descriptor = self.descriptor(of: path, in: place, access.flags)
        var code = errno
        // A link above the folder may lead elsewhere by now.
        if descriptor < 0, code == ELOOP, let now = try? check(), now != place {
            descriptor = self.descriptor(of: path, in: now, access.flags)
            code = errno
        }
        guard descriptor >= 0 else {
            let reason = code == ELOOP ? "symbolic links are not followed" : nil
            throw DiskError("cannot open", path: path, code: code, reason: reason)
        }
        return EntryFile(path: path, descriptor: descriptor)
    }

    package func make() throws(DiskError) {
        try Self.make(path)
        try check()
    }
}

extension CacheFolder {
    private func linkStatus(_ path: String) throws(DiskError) -> FileStatus {
        var raw = stat()
        // Safe because the system writes the one value that it is given.
        guard unsafe lstat(path, &raw) == 0 else {
            throw DiskError("cannot open the folder", path: path, code: errno)
        }
        return FileStatus(raw)
    }

    private func permit(_ status: FileStatus, _ user: UInt32) throws(DiskError) {
        if status.kind == .link {
            throw refusal(ELOOP, "it is a symbolic link; name the folder that it leads to")
        }
        guard status.kind == .folder else { throw refusal(ENOTDIR, nil) }
        if allowsShared { return }
        if status.owner != user {
            throw refusal(EACCES, "it belongs to user \(status.owner), not to user \(user)")
        }
        let mode = String(status.mode, radix: 8)
        if status.mode & 0o002 != 0 {
            throw refusal(EACCES, "every user can write to it (mode \(mode))")
        }
        guard status.mode & 0o020 != 0 else { return }
        state.withLock { state in
            if !state.hasWarned { state.warning = FolderWarning(path: path, mode: status.mode) }
            state.hasWarned = true
        }
    }

    private func refusal(_ code: Int32, _ reason: String?) -> DiskError {
        let remedy = code == EACCES ? "; name a folder inside it, or set `allowsSharedFolder`" : ""
        return DiskError(
            "cannot use the folder", path: path, code: code, reason: reason.map { $0 + remedy })
    }

    /// Finds the path without links of the folder that was checked.
    private func resolve(_ status: FileStatus, _ user: UInt32) throws(DiskError) -> Place {
        let parent = Self.parent(of: path)
        // Safe because the text is copied, then freed.
        guard let found = unsafe realpath(parent.isEmpty ? "/" : parent, nil) else {
            throw DiskError("cannot open the folder", path: path, code: errno)
        }
        defer { unsafe free(found) }
        let above = unsafe String(cString: found)
        let real = (above == "/" ? "" : above) + "/" + Self.name(of: path)
        guard try linkStatus(real).isSameFile(as: status) else {
            throw DiskError("cannot open the folder", path: path, code: ENOENT)
        }
        return Place(path: real, owner: user, device: status.device, inode: status.inode)
    }

    private static func make(_ path: String) throws(DiskError) {
        var code = unsafe mkdir(path, 0o700) == 0 ? 0 : errno
        let parent = Self.parent(of: path)
        if code == ENOENT, !parent.isEmpty {
            try make(parent)
            code = unsafe mkdir(path, 0o700) == 0 ? 0 : errno
        }
        guard code == 0 || code == EEXIST else {
            throw DiskError("cannot create the folder", path: path, code: code)
        }
    }

    private func descriptor(
        of path: String, in place: Place, _ flags: Int32
    ) -> Int32 {
        var real = path
        if place.path != self.path {
            let rest = path.utf8.dropFirst(self.path.utf8.count)
            real = place.path + String(decoding: rest, as: UTF8.self)
        }
        let descriptor = openOnce(real, place, flags)
        // Only a file's owner may leave its access time alone.
        guard descriptor < 0, errno == EPERM, flags & EntryFile.Access.quietly != 0 else {
            return descriptor
        }
        return openOnce(real, place, flags & ~EntryFile.Access.quietly)
    }

    private func openOnce(_ path: String, _ place: Place, _ flags: Int32) -> Int32 {
        if isPortable { return openByParts(path, place, flags) }
        // With `O_NOFOLLOW` a link to a folder would be taken for a file that is no folder.
        let flags = flags & ~O_NOFOLLOW
        return retrying { unsafe cfiles_open_unlinked(AT_FDCWD, path, flags, 0o600) }
    }

    /// Opens one component after the other, each without following a link.
    private func openByParts(_ path: String, _ place: Place, _ flags: Int32) -> Int32 {
        let names = path.utf8.dropFirst(place.path.utf8.count).split(separator: 47)
        var current = retrying { unsafe open(place.path, EntryFile.Access.folder.flags) }
        for (number, name) in names.enumerated() where current >= 0 {
            let flags =
                number == names.count - 1 ? flags | O_NOFOLLOW : EntryFile.Access.folder.flags
            let name = String(decoding: name, as: UTF8.self)
            let next = retrying { unsafe openat(current, name, flags, 0o600) }
            let code =
                next < 0 && errno == ENOTDIR && Self.isLink(name, in: current) ? ELOOP : errno
            close(current)
            current = next
            errno = code
        }
        return current
    }

    private static func isLink(_ name: String, in folder: Int32) -> Bool {
        var raw = stat()
        // Safe because the system writes the one value that it is given.
        return unsafe fstatat(folder, name, &raw, AT_SYMLINK_NOFOLLOW) == 0
            && FileStatus(raw).kind == .link
    }
}
