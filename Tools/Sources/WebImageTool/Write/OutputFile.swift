import WebImage

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Writes files completely or not at all; its functions block.
enum OutputFile {
    /// Writes bytes to a path; `-` is standard output.
    ///
    /// A file is written under a temporary name and renamed: readers of the old one keep it, and an
    /// incomplete file is never visible. Devices and pipes are written in place, following links.
    /// A replaced file keeps its mode and owner. It is written in place if its folder permits no
    /// new file, if its owner cannot be kept otherwise, if its hard links are to be kept, or if it
    /// is empty.
    ///
    /// - Returns: The reason that a file is left as it is; nil if it was written.
    @discardableResult
    static func write(
        _ bytes: ByteBlock, to path: String, rules: OutputRules = OutputRules(),
        through scratch: Scratch
    ) throws(SourceFailure) -> String? {
        if path == "-" {
            let code = bytes.withUnsafeBytes { Descriptor.write($0, to: STDOUT_FILENO) }
            Interruption.endAfterWrite(code)
            guard code == 0 else { throw failure("standard output", code) }
            return nil
        }
        let status = FileStatus(of: path)
        switch status?.state ?? .missing {
        case .folder: throw failure(path, EISDIR)
        case .special: try writeInPlace(bytes, path, flags: 0)
        case .missing: return try create(path, bytes, rules, scratch)
        case .file:
            if let reason = rules.reasonToSkip(path) { return reason }
            try rules.check(path)
            try overwrite(path, status, bytes, rules, scratch)
        }
        return nil
    }

    /// Throws if a file cannot be created or replaced, as far as permissions show; writes nothing.
    ///
    /// - Parameter makesFolders: `true` if its folders are made.
    static func check(_ path: String, makesFolders: Bool) throws(SourceFailure) {
        let state = FileState(of: path)
        guard state != .special else { return }
        guard state != .folder else { throw failure(path, EISDIR) }
        var folder = parent(of: resolved(path))
        while makesFolders, FileState(of: folder) == .missing, folder != "/", folder != "." {
            folder = parent(of: folder)
        }
        var code = folder.withSystemPath { access($0, W_OK | X_OK) } == 0 ? 0 : errno
        if FileState(of: folder) == .file { code = ENOTDIR }
        // A folder that permits no new file may have a file that can be written.
        if code == 0 || path.withSystemPath({ access($0, W_OK) }) == 0 { return }
        throw failure(path, code)
    }

    private static func parent(of path: String) -> String {
        let bare = path.prefix(upTo: path.lastIndex { $0 != "/" } ?? path.startIndex)
        guard let slash = bare.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    /// Creates a folder and its missing parents.
    static func makeFolder(_ path: String) throws(SourceFailure) {
        let make = { (path: String) in path.withSystemPath { mkdir($0, 0o777) } == 0 ? 0 : errno }
        var code = make(path)
        if code == ENOENT {
            let bare = path.prefix(upTo: path.lastIndex { $0 != "/" } ?? path.startIndex)
            if let slash = bare.lastIndex(of: "/"), slash > path.startIndex {
                try makeFolder(String(path[..<slash]))
                code = make(path)
            }
        }
        if code == 0 || code == EEXIST, FileState(of: path) == .folder { return }
        throw SourceFailure(
            stage: "write",
            reason: "cannot create the folder \(path.printable): \(SystemError.words(code))")
    }

    /// Writes a new file; for a link that leads nowhere, its target.
    private static func create(
        _ path: String, _ bytes: ByteBlock, _ rules: OutputRules, _ scratch: Scratch
    ) throws(SourceFailure) -> String? {
        if isLink(path) {
            // The system follows the link, as far as it permits that.
            try writeInPlace(bytes, path, flags: O_CREAT)
            return nil
        }
        let code = save(bytes, beside: path, like: nil, scratch) { aside in
            rules.keepsExisting
                ? scratch.publish(aside, asNew: path) : scratch.publish(aside, as: path)
        }
        if code == EEXIST, rules.keepsExisting { return "exists" }
        guard code == 0 else { throw failure(path, code) }
        return nil
    }

    private static func overwrite(
        _ path: String, _ status: FileStatus?, _ bytes: ByteBlock, _ rules: OutputRules,
        _ scratch: Scratch
    ) throws(SourceFailure) {
        let target = resolved(path)
        if rules.keepsHardLinks, let status, status.linkCount > 1 {
            return try writeInPlace(bytes, target, flags: 0)
        }
        if let status, status.byteCount == 0, status.linkCount == 1,
            target.withSystemPath({ access($0, W_OK) }) == 0
        {
            return try fill(target, with: bytes, scratch)
        }
        let code = save(bytes, beside: target, like: status, scratch) { aside in
            scratch.publish(aside, as: target)
        }
        // Neither a new file here nor its owner may be permitted where writing is.
        if code == EACCES || code == EPERM, target.withSystemPath({ access($0, W_OK) }) == 0 {
            return try writeInPlace(bytes, target, flags: 0)
        }
        guard code == 0 else { throw failure(path, code) }
    }

    /// Writes into an empty file, which stays empty if that fails or is interrupted.
    ///
    /// A program that made it for its name, as tumbler does for thumbnails, has it open and reads
    /// the picture from there.
    private static func fill(
        _ path: String, with bytes: ByteBlock, _ scratch: Scratch
    ) throws(SourceFailure) {
        guard scratch.beginFilling(path) else { throw failure(path, ECANCELED) }
        defer { scratch.endFilling(path) }
        do throws(SourceFailure) {
            try writeInPlace(bytes, path, flags: 0)
        } catch {
            _ = path.withSystemPath { truncate($0, 0) }
            throw error
        }
    }

    /// Writes a temporary file in the folder of `path`, then publishes it.
    ///
    /// - Parameter old: The file whose mode and owner it gets; nil for a new file's.
    /// - Returns: 0, or the error number; the temporary file is gone then.
    private static func save(
        _ bytes: ByteBlock, beside path: String, like old: FileStatus?, _ scratch: Scratch,
        publish: (String) -> CInt
    ) -> CInt {
        let folder = path.lastIndex(of: "/").map { path[...$0] } ?? ""
        let number = String(UInt64.random(in: 0 ... .max), radix: 36)
        let aside = "\(folder).webimage-\(number).tmp"
        let descriptor = scratch.create(aside, mode: old == nil ? 0o666 : 0o600)
        guard descriptor >= 0 else { return -descriptor }
        var code = old.map { adopt($0, descriptor) } ?? 0
        if code == 0 {
            code = bytes.withUnsafeBytes { Descriptor.write($0, to: descriptor) }
        }
        // Some file systems report only now that there was no space.
        if close(descriptor) != 0, code == 0 { code = errno }
        if code == 0 { code = publish(aside) }
        if code != 0 { scratch.remove(aside) }
        return code
    }

    /// Gives an open file the owner and the mode of another; returns 0, or the error number.
    private static func adopt(_ old: FileStatus, _ descriptor: CInt) -> CInt {
        var new = stat()
        guard fstat(descriptor, &new) == 0 else { return errno }
        if new.st_uid != old.user || new.st_gid != old.group,
            fchown(descriptor, old.user, old.group) != 0
        {
            return EPERM
        }
        return fchmod(descriptor, old.mode) == 0 ? 0 : errno
    }

    private static func writeInPlace(
        _ bytes: ByteBlock, _ path: String, flags: CInt
    ) throws(SourceFailure) {
        let descriptor = path.withSystemPath {
            openFile($0, O_WRONLY | O_CLOEXEC | flags, 0o666)
        }
        guard descriptor >= 0 else { throw failure(path, errno) }
        defer { close(descriptor) }
        let code = bytes.withUnsafeBytes { Descriptor.write($0, to: descriptor) }
        // A pipe by its path, such as /dev/fd/3, may lose its reader like standard output.
        Interruption.endAfterWrite(code)
        guard code == 0 else { throw failure(path, code) }
        // Last, since the blocks of the old bytes may be all that a full disk has. Devices and
        // pipes have no length.
        var status = stat()
        if fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
            ftruncate(descriptor, off_t(bytes.count)) != 0
        {
            throw failure(path, errno)
        }
    }

    private static func isLink(_ path: String) -> Bool {
        var status = stat()
        return path.withSystemPath { lstat($0, &status) } == 0 && status.st_mode & S_IFMT == S_IFLNK
    }

    /// Returns the target of a link, so that the link stays.
    static func resolved(_ path: String) -> String {
        guard let real = path.withSystemPath({ realpath($0, nil) }) else { return path }
        defer { free(real) }
        return SystemPath.text(of: real)
    }

    private static func failure(_ path: String, _ code: CInt) -> SourceFailure {
        let start = "cannot write \(path.printable): "
        if code == ENOENT, let slash = path.lastIndex(of: "/"), slash > path.startIndex {
            let folder = String(path[..<slash])
            if FileState(of: folder) == .missing {
                return SourceFailure(
                    stage: "write", reason: "\(start)there is no folder \(folder.printable)")
            }
        }
        return SourceFailure(stage: "write", reason: start + SystemError.words(code))
    }
}

/// Calls the system's function, which takes a mode only if it creates a file.
private func openFile(_ path: UnsafePointer<CChar>, _ flags: CInt, _ mode: mode_t) -> CInt {
    open(path, flags, mode)
}
