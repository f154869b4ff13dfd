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
    static func write(
        _ bytes: ByteBlock, to path: String, through scratch: Scratch
    ) throws(SourceFailure) {
        if path == "-" {
            let code = bytes.withUnsafeBytes { Descriptor.write($0, to: STDOUT_FILENO) }
            Interruption.endAfterWrite(code)
            guard code == 0 else { throw failure("standard output", code) }
            return
        }
        switch FileState(of: path) {
        case .folder: throw failure(path, EISDIR)
        case .special: try writeInPlace(bytes, path)
        case .file, .missing: try replace(resolved(path), by: bytes, scratch)
        }
    }

    /// Creates a folder and its missing parents.
    static func makeFolder(_ path: String) throws(SourceFailure) {
        if mkdir(path, 0o777) == 0 { return }
        var code = errno
        if code == ENOENT {
            let bare = path.prefix(upTo: path.lastIndex { $0 != "/" } ?? path.startIndex)
            if let slash = bare.lastIndex(of: "/"), slash > path.startIndex {
                try makeFolder(String(path[..<slash]))
                if mkdir(path, 0o777) == 0 { return }
                code = errno
            }
        }
        if code == EEXIST, FileState(of: path) == .folder { return }
        throw SourceFailure(
            stage: "write",
            reason: "cannot create the folder \(path): \(SystemError.words(code))")
    }

    private static func replace(
        _ path: String, by bytes: ByteBlock, _ scratch: Scratch
    ) throws(SourceFailure) {
        let folder = path.lastIndex(of: "/").map { path[...$0] } ?? ""
        let number = String(UInt64.random(in: 0 ... .max), radix: 36)
        let aside = "\(folder).webimage-\(number).tmp"
        let descriptor = scratch.create(aside)
        guard descriptor >= 0 else { throw failure(path, -descriptor) }
        var code = bytes.withUnsafeBytes { Descriptor.write($0, to: descriptor) }
        // Some file systems report only now that there was no space.
        if close(descriptor) != 0, code == 0 { code = errno }
        if code == 0 { code = scratch.publish(aside, as: path) }
        guard code == 0 else {
            scratch.remove(aside)
            throw failure(path, code)
        }
    }

    private static func writeInPlace(
        _ bytes: ByteBlock, _ path: String
    ) throws(SourceFailure) {
        let descriptor = open(path, O_WRONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw failure(path, errno) }
        defer { close(descriptor) }
        let code = bytes.withUnsafeBytes { Descriptor.write($0, to: descriptor) }
        guard code == 0 else { throw failure(path, code) }
    }

    /// Returns the target of a link, so that the link stays.
    private static func resolved(_ path: String) -> String {
        guard let real = realpath(path, nil) else { return path }
        defer { free(real) }
        return String(cString: real)
    }

    private static func failure(_ path: String, _ code: CInt) -> SourceFailure {
        SourceFailure(
            stage: "write", reason: "cannot write \(path): \(SystemError.words(code))")
    }
}
