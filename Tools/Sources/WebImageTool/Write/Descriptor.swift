#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Complete reads from and writes to file descriptors.
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

    /// Reads the next available bytes; blocks, also if another process made the descriptor
    /// non-blocking.
    ///
    /// - Returns: Their number, 0 at the end, and the error number, or 0.
    static func read(
        _ descriptor: CInt, into buffer: UnsafeMutableRawBufferPointer
    ) -> (count: Int, code: CInt) {
        while true {
            let count = systemRead(descriptor, buffer.baseAddress, buffer.count)
            if count >= 0 { return (count, 0) }
            if errno == EAGAIN || errno == EWOULDBLOCK {
                wait(descriptor, POLLIN)
            } else if errno != EINTR {
                return (0, errno)
            }
        }
    }

    /// Waits until a descriptor that another process, such as a shell, made non-blocking is ready.
    private static func wait(_ descriptor: CInt, _ event: CInt) {
        var ready = pollfd(fd: descriptor, events: Int16(event), revents: 0)
        _ = poll(&ready, 1, -1)
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
                wait(descriptor, POLLOUT)
            } else if errno != EINTR {
                return errno
            }
        }
        return 0
    }
}

/// Calls the system's function, which the type's own function of that name hides.
private func systemRead(
    _ descriptor: CInt, _ buffer: UnsafeMutableRawPointer?, _ count: Int
) -> Int {
    read(descriptor, buffer, count)
}

/// Calls the system's function, which the type's own function of that name hides.
private func systemWrite(
    _ descriptor: CInt, _ bytes: UnsafeRawPointer?, _ count: Int
) -> Int {
    write(descriptor, bytes, count)
}
