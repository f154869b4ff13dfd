#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Whole writes on file descriptors.
enum Descriptor {
    /// Writes all bytes; blocks.
    ///
    /// - Returns: 0, or the error number.
    static func write(_ bytes: UnsafeRawBufferPointer, to descriptor: CInt) -> CInt {
        var rest = bytes[...]
        while !rest.isEmpty {
            let written = systemWrite(
                descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
            if written >= 0 {
                rest = rest.dropFirst(written)
            } else if errno == EAGAIN {
                // Somebody else set the descriptor not to wait, as shells and terminals share them.
                var ready = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                _ = poll(&ready, 1, -1)
            } else if errno != EINTR {
                return errno
            }
        }
        return 0
    }
}

/// The system's call, which the type's own function of that name hides.
private func systemWrite(
    _ descriptor: CInt, _ bytes: UnsafeRawPointer?, _ count: Int
) -> Int {
    write(descriptor, bytes, count)
}
