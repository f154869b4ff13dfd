import FoundationEssentials
package import WebImageCoding
import WebImagePixels

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// An open file or folder; only this type and ``CacheFolder`` touch files.
package struct EntryFile: ~Copyable, Sendable {
    /// The use of a file; no link is followed, no pipe waited for.
    package enum Access: Sendable {
        case reading
        case changing
        /// Makes a file that must be missing.
        case creating
        /// Changes a file, which is made if it is missing.
        case sharing
        case listing
        /// Reaches the files in a folder.
        case folder

        var flags: Int32 {
            switch self {
            case .reading: O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | Self.quietly
            case .changing: O_RDWR | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK
            case .creating: O_RDWR | O_CLOEXEC | O_CREAT | O_EXCL
            case .sharing: O_RDWR | O_CLOEXEC | O_CREAT | O_NOFOLLOW | O_NONBLOCK
            case .listing: O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_DIRECTORY
            case .folder: Self.passing | O_CLOEXEC | O_NOFOLLOW | O_DIRECTORY
            }
        }
    }

    let path: String
    let descriptor: Int32

    deinit {
        _ = close(descriptor)
    }

    package func status() throws(DiskError) -> FileStatus {
        var raw = stat()
        // Safe because the system writes the one value that it is given.
        guard unsafe fstat(descriptor, &raw) == 0 else { throw failure("cannot examine") }
        return FileStatus(raw)
    }

    package func write(_ bytes: RawSpan, at offset: Int) throws(DiskError) {
        // Safe because each call writes from inside of the bytes, which outlive it.
        try unsafe bytes.withUnsafeBytes { buffer throws(DiskError) in
            var done = 0
            while done < buffer.count {
                let rest = unsafe UnsafeRawBufferPointer(rebasing: buffer[done...])
                let count = retrying {
                    unsafe pwrite(descriptor, rest.baseAddress, rest.count, off_t(offset + done))
                }
                guard count > 0 else { throw failure("cannot write") }
                done += count
            }
        }
    }

    /// Writes the start of the file and the rest, in one call if the system takes all.
    func write(_ start: [UInt8], _ rest: RawSpan) throws(DiskError) {
        // Safe because the call reads from inside of both, which outlive it.
        let done = unsafe start.withUnsafeBytes { start in
            unsafe rest.withUnsafeBytes { rest in
                let parts = unsafe [
                    iovec(iov_base: .init(mutating: start.baseAddress), iov_len: start.count),
                    iovec(iov_base: .init(mutating: rest.baseAddress), iov_len: rest.count),
                ]
                return retrying { unsafe pwritev(descriptor, parts, 2, 0) }
            }
        }
        guard done >= 0 else { throw failure("cannot write") }
        guard done < start.count + rest.byteCount else { return }
        // Safe because bytes have no padding.
        if done < start.count { try unsafe write(start.span.bytes.extracting(done...), at: done) }
        let offset = max(done - start.count, 0)
        try write(rest.extracting(offset...), at: start.count + offset)
    }

    func shorten(to byteCount: Int) throws(DiskError) {
        guard retrying({ ftruncate(descriptor, off_t(byteCount)) }) == 0 else {
            throw failure("cannot truncate")
        }
    }

    /// Reads at most `count` bytes from that place on, fewer if the file ends.
    ///
    /// The bytes are never mapped: the system ends a process that touches mapped bytes of a file
    /// that was shortened, or that its disk cannot read.
    ///
    /// - Throws: `DiskError`, with `ENOMEM` if there is no memory for `count` bytes.
    package func read(_ count: Int, at offset: Int = 0) throws(DiskError) -> ByteBlock {
        guard let memory = unsafe Self.memory(count) else {
            throw DiskError("cannot read", path: path, code: ENOMEM)
        }
        var done = 0
        while done < count {
            // Safe because each call reads to inside of the memory, which is freed once.
            let got = retrying {
                unsafe pread(descriptor, memory + done, count - done, off_t(offset + done))
            }
            guard got >= 0 else {
                let error = failure("cannot read")
                unsafe Self.release(memory, count)
                throw error
            }
            if got == 0 { break }
            done += got
        }
        return unsafe ByteBlock(owning: memory, count: done) { unsafe Self.release($0, count) }
    }

    private static func memory(_ count: Int) -> UnsafeMutableRawPointer? {
        unsafe count >= LargeMemory.leastByteCount
            ? LargeMemory.take(byteCount: count) : malloc(max(count, 1))
    }

    private static func release(_ memory: UnsafeMutableRawPointer?, _ count: Int) {
        guard let memory = unsafe memory else { return }
        guard count >= LargeMemory.leastByteCount else { return unsafe free(memory) }
        unsafe LargeMemory.give(memory, byteCount: count)
    }

    /// Sets the times; nil leaves one alone.
    func setTimes(accessed: Date?, modified: Date) throws(DiskError) {
        let times = [
            accessed.map { timespec($0) } ?? timespec.unchanged,
            timespec(modified),
        ]
        // Safe because there are two times.
        guard unsafe futimens(descriptor, times) == 0 else { throw failure("cannot set times of") }
    }

    /// Locks the file until this value ends, against other processes and other descriptors.
    ///
    /// - Throws: `DiskError` if another holds the lock after all attempts.
    func lock(attempts: Int) throws(DiskError) {
        for _ in 0..<attempts {
            if retrying({ flock(descriptor, LOCK_EX | LOCK_NB) }) == 0 { return }
            guard errno == EWOULDBLOCK else { break }
            sched_yield()
        }
        throw failure("cannot lock")
    }

    private func failure(_ action: String) -> DiskError {
        // A write of no bytes at all sets no error number.
        DiskError(action, path: path, code: errno == 0 ? EIO : errno)
    }
}

/// Repeats a system call that a signal interrupted.
func retrying<Number: SignedInteger>(_ call: () -> Number) -> Number {
    while true {
        let result = call()
        if result != -1 || errno != EINTR { return result }
    }
}

extension ByteBlock {
    /// Returns the bytes from `offset` on, shared with this block.
    ///
    /// - Precondition: `offset` is in `0...count`.
    package func suffix(from offset: Int) -> ByteBlock {
        // Safe because the new block keeps this one, thus its bytes, until it goes.
        unsafe withUnsafeBytes { bytes in
            unsafe ByteBlock(adopting: UnsafeRawBufferPointer(rebasing: bytes[offset...])) {
                withExtendedLifetime(self) {}
            }
        }
    }

    /// Returns at most `count` bytes from `offset` on, shared with this block.
    package func part(from offset: Int, atMost count: Int) -> ByteBlock {
        suffix(from: min(max(offset, 0), self.count)).prefix(count)
    }
}
