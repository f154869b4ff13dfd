package import WebImageCoding

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// A regular file, open to be read once by one task at a time.
package final class SourceFile: Sendable {
    private let descriptor: Int32
    private let path: String
    /// The size when the file was opened.
    package let byteCount: Int

    /// Opens a regular file; a pipe, a device or a folder is refused without waiting for it.
    package init(_ path: String) throws(LoadFailure) {
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

    /// Refuses a path that no file can have.
    static func check(path: String) throws(LoadFailure) {
        guard !path.isEmpty, !path.utf8.contains(0) else {
            throw LoadFailure(
                .refusedRequest, "the path is empty or contains NUL")
        }
    }

    /// Reads the next bytes into memory; blocks.
    ///
    /// The file is not mapped: reading a page of a mapped file that was truncated ends the process.
    ///
    /// - Parameter count: The number of bytes that were read before.
    /// - Precondition: The file had all of them when it was opened.
    /// - Throws: ``LoadFailure`` of kind `truncated` if the file has become shorter.
    package func readNext(_ wanted: Int, after count: Int = 0) throws(LoadFailure) -> ByteBlock {
        try LoadFailure.requireMemory(wanted)
        let block = try unsafe ByteBlock(capacity: wanted) { buffer throws(LoadFailure) -> Int in
            var filled = 0
            while filled < wanted {
                // Safe because `filled` is within the buffer and the rest of it is asked for.
                let got = unsafe read(
                    descriptor, buffer.baseAddress?.advanced(by: filled), wanted - filled)
                if got == 0 { break }
                if got > 0 { filled += got }
                if got < 0, errno != EINTR { throw Self.failure("cannot be read", path, errno) }
            }
            return filled
        }
        guard block.count == wanted else {
            let reason = "expected \(byteCount) bytes, found \(count + block.count)"
            throw LoadFailure(.truncated, "\(path): \(reason): the file changed while it was read")
        }
        return block
    }

    private static func failure(
        _ what: String, _ path: String, _ code: Int32
    ) -> LoadFailure {
        switch code {
        case ENOENT, ENOTDIR: LoadFailure(.fileNotFound, "\(path): there is no such file")
        case EACCES, EPERM: refusal("permission denied", path)
        case ENXIO: refusal("is not a regular file", path)
        case EISDIR: refusal("is a folder", path)
        default: refusal("\(what) (errno \(code))", path)
        }
    }

    private static func refusal(_ what: String, _ path: String) -> LoadFailure {
        LoadFailure(.fileUnreadable, "\(path): \(what)")
    }
}
