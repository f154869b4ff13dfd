import WebImageBytes

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// The files of a folder of thumbnails; its functions block.
struct ThumbnailFolder: Sendable {
    let path: String

    /// The most bytes of a thumbnail that is read: more than the largest takes without compression.
    static let maxByteCount = 8 << 20

    /// Returns the bytes of a file; nil if there is none that may be read, and for a longer one.
    func bytes(of name: String) -> ByteBlock? {
        // Safe because the path is a C string during the call.
        let file = unsafe open("\(path)/\(name)", O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW)
        guard file >= 0 else { return nil }
        defer { close(file) }
        var status = stat()
        // Safe because `status` is ours.
        guard unsafe fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
            (1...Self.maxByteCount).contains(Int(status.st_size))
        else { return nil }
        let count = Int(status.st_size)
        let block = try? unsafe ByteBlock(capacity: count) { buffer throws(CodecError) -> Int in
            var filled = 0
            while filled < count {
                // Safe because `filled` is within the buffer and the rest of it is asked for.
                let got = Self.retrying {
                    unsafe read(
                        file, buffer.baseAddress?.advanced(by: filled), count - filled)
                }
                if got <= 0 { break }
                filled += got
            }
            return filled
        }
        return block?.count == count ? block : nil
    }

    /// Writes a file for this user alone; readers see the former one or the new one, whole.
    ///
    /// Missing folders are made. Nothing is written in a folder of another user.
    ///
    /// - Returns: `false` if the system refuses; nothing is left of the file then.
    @discardableResult
    func put(_ bytes: ByteBlock, as name: String) -> Bool {
        guard Self.make(path), isOwn else { return false }
        let place = "\(path)/\(name)"
        let aside = "\(place).webimage-\(String(UInt64.random(in: 0 ... .max), radix: 36))"
        // Safe because the path is a C string during the call.
        let file = unsafe open(
            aside, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard file >= 0 else { return false }
        var isWritten = Self.fill(file, with: bytes)
        // Some file systems report only now that there was no space.
        if close(file) != 0 { isWritten = false }
        // Safe because both are C strings during the call.
        if isWritten, unsafe rename(aside, place) == 0 { return true }
        _ = unsafe unlink(aside)
        return false
    }

    /// Writes all bytes to a file that is this user's alone, whatever the mask of modes.
    private static func fill(_ file: Int32, with bytes: ByteBlock) -> Bool {
        guard fchmod(file, 0o600) == 0 else { return false }
        return unsafe bytes.withUnsafeBytes { buffer in
            var written = 0
            while written < buffer.count {
                // Safe because `written` is within the buffer.
                let count = retrying {
                    unsafe write(
                        file, buffer.baseAddress?.advanced(by: written), buffer.count - written)
                }
                guard count > 0 else { return false }
                written += count
            }
            return true
        }
    }

    /// Repeats a call that a signal interrupts.
    private static func retrying(_ call: () -> Int) -> Int {
        while true {
            let result = call()
            guard result < 0, errno == EINTR else { return result }
        }
    }

    /// `true` if the folder is this user's: root leaves none of its files in the folder of another.
    private var isOwn: Bool {
        var status = stat()
        // Safe because the path is a C string during the call and `status` is ours.
        return unsafe stat(path, &status) == 0 && status.st_uid == geteuid()
    }

    /// Makes a folder and its missing parents for this user alone; returns `false` if it cannot.
    private static func make(_ path: String) -> Bool {
        // Safe because the paths are C strings during the calls.
        if unsafe mkdir(path, 0o700) == 0 || errno == EEXIST { return true }
        guard errno == ENOENT, let slash = path.lastIndex(of: "/"), slash > path.startIndex,
            make(String(path[..<slash]))
        else { return false }
        return unsafe mkdir(path, 0o700) == 0 || errno == EEXIST
    }
}
