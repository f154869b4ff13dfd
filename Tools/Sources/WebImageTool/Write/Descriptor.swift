#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Complete writes to file descriptors.
enum Descriptor {
    /// Reserves the descriptors 0, 1 and 2 if the process was started without them.
    ///
    /// Otherwise a socket or cache entry would get such a number, and messages would be written
    /// into it. Reads from and writes to the reserved descriptors fail, as if they were closed. To
    /// be called before anything else is opened.
    static func reserveStandardOnes() {
        for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) == -1 {
            _ = open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY)
        }
    }

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
                // Another process that shares the descriptor, such as a shell, made it
                // non-blocking.
                var ready = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                _ = poll(&ready, 1, -1)
            } else if errno != EINTR {
                return errno
            }
        }
        return 0
    }
}

/// Calls the system's function, which the type's own function of that name hides.
private func systemWrite(
    _ descriptor: CInt, _ bytes: UnsafeRawPointer?, _ count: Int
) -> Int {
    write(descriptor, bytes, count)
}
