import WebImageCaching
import WebImageCoding

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// A regular file, open to be read once.
struct SourceFile: ~Copyable {
    private let descriptor: Int32
    private let path: String
    /// Its size when it was opened.
    let byteCount: Int

    /// Opens a regular file; a pipe, a device or a folder is refused without waiting for it.
    init(_ path: String) throws(LoadFailure) {
        // Without `O_NONBLOCK` opening a pipe would wait for a writer.
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw Self.failure("cannot be opened", path, errno) }
        var status = stat()
        let result = unsafe fstat(descriptor, &status)
        let (code, kind) = (errno, status.st_mode & S_IFMT)
        guard result == 0, kind == S_IFREG else {
            close(descriptor)
            throw result == 0
                ? Self.refusal(kind == S_IFDIR ? "is a folder" : "is not a regular file", path)
                : Self.failure("cannot be examined", path, code)
        }
        self.descriptor = descriptor
        self.path = path
        byteCount = Int(status.st_size)
    }

    deinit { close(descriptor) }

    /// Reads the first bytes into memory.
    ///
    /// They are not mapped: touching a page of a mapped file that someone truncates ends the process.
    ///
    /// - Precondition: The file had as many when it was opened, and nothing was read.
    func readFirst(_ wanted: Int) throws(LoadFailure) -> ByteBlock {
        let block = try readNext(wanted)
        guard block.count == wanted else { throw shrunk(to: block.count) }
        return block
    }

    /// Reads on where the last reading ended; fewer bytes than asked for only at the end.
    func readNext(_ wanted: Int) throws(LoadFailure) -> ByteBlock {
        try LoadFailure.requireMemory(wanted)
        return try unsafe ByteBlock(capacity: wanted) { buffer throws(LoadFailure) -> Int in
            var count = 0
            while count < wanted {
                // Safe because `count` is within the buffer and the rest of it is asked for.
                let got = unsafe read(
                    descriptor, buffer.baseAddress?.advanced(by: count), wanted - count)
                if got == 0 { break }
                if got > 0 { count += got }
                if got < 0, errno != EINTR { throw Self.failure("cannot be read", path, errno) }
            }
            return count
        }
    }

    /// It had more bytes when it was opened.
    func shrunk(to count: Int) -> LoadFailure {
        LoadFailure(
            .truncated, "\(path): expected \(byteCount) bytes, found \(count): it changed meanwhile"
        )
    }

    private static func failure(
        _ what: String, _ path: String, _ code: Int32
    ) -> LoadFailure {
        switch code {
        case ENOENT, ENOTDIR: LoadFailure(.fileNotFound, "\(path): there is no such file")
        case EACCES, EPERM: refusal("may not be read", path)
        case ENXIO: refusal("is not a regular file", path)
        case EISDIR: refusal("is a folder", path)
        default: refusal("\(what) (errno \(code))", path)
        }
    }

    private static func refusal(_ what: String, _ path: String) -> LoadFailure {
        LoadFailure(.fileUnreadable, "\(path): \(what)")
    }
}
