import Glibc

/// A blocking TCP socket; a plain handle, closed by its owner.
package struct OriginSocket: Hashable, Sendable {
    private let descriptor: Int32

    /// `POLLRDHUP` of `poll(2)`: the client has closed its sending side.
    ///
    /// Glibc declares it only with `_GNU_SOURCE`, which Swift does not define.
    private static let pollHangUp: Int16 = 0x2000

    /// Creates a socket that listens on a free port of 127.0.0.1.
    package static func listening(backlog: Int32 = 1024) throws(OriginError) -> OriginSocket {
        let socket = try bound()
        guard Glibc.listen(socket.descriptor, backlog) == 0 else {
            let code = errno
            socket.close()
            throw OriginError(call: "listen", code: code)
        }
        return socket
    }

    /// Creates a socket bound to a free port of 127.0.0.1, without listening.
    static func bound() throws(OriginError) -> OriginSocket {
        let type = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
        let descriptor = Glibc.socket(AF_INET, type, 0)
        guard descriptor >= 0 else { throw OriginError(call: "socket", code: errno) }
        let socket = OriginSocket(descriptor: descriptor)
        do throws(OriginError) {
            try socket.withAddress("bind") { Glibc.bind(descriptor, $0, $1) }
            return socket
        } catch {
            socket.close()
            throw error
        }
    }

    /// Returns the bound port.
    package func port() throws(OriginError) -> Int {
        let address = try withAddress("getsockname") { address, size in
            var size = size
            return getsockname(descriptor, address, &size)
        }
        return Int(UInt16(bigEndian: address.sin_port))
    }

    /// Passes a loopback address with port 0 to a system call.
    @discardableResult
    private func withAddress(
        _ call: String, _ body: (UnsafeMutablePointer<sockaddr>, socklen_t) -> Int32
    ) throws(OriginError) -> sockaddr_in {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = INADDR_LOOPBACK.bigEndian
        let result = withUnsafeMutableBytes(of: &address) { bytes in
            bytes.withMemoryRebound(to: sockaddr.self) { rebound in
                rebound.baseAddress.map { body($0, socklen_t(bytes.count)) } ?? -1
            }
        }
        guard result == 0 else { throw OriginError(call: call, code: errno) }
        return address
    }

    /// Waits for the next client; nil after a shutdown.
    func accept() -> OriginSocket? {
        while true {
            let accepted = Glibc.accept(descriptor, nil, nil)
            if accepted >= 0 {
                _ = fcntl(accepted, F_SETFD, FD_CLOEXEC)
                var on: Int32 = 1
                setsockopt(
                    accepted, Int32(IPPROTO_TCP), TCP_NODELAY, &on,
                    socklen_t(MemoryLayout.size(ofValue: on)))
                return OriginSocket(descriptor: accepted)
            }
            if errno == EINVAL || errno == EBADF { return nil }
            // Most likely out of descriptors: the client stays in the backlog.
            usleep(1_000)
        }
    }

    /// Ends both directions, which wakes all threads that wait for this socket.
    func shutDown() { _ = Glibc.shutdown(descriptor, Int32(SHUT_RDWR)) }

    /// Ends the sending direction.
    func finishSending() { _ = Glibc.shutdown(descriptor, Int32(SHUT_WR)) }

    package func close() { _ = Glibc.close(descriptor) }
}

// Bytes.
extension OriginSocket {
    /// Waits for some bytes; nil at the end of the connection, orderly or not.
    func receive(atMost count: Int = 64 * 1024) -> [UInt8]? {
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, received in
            var result = -1
            repeat {
                result = recv(descriptor, buffer.baseAddress, count, 0)
            } while result < 0 && errno == EINTR
            received = max(0, result)
        }
        return bytes.isEmpty ? nil : bytes
    }

    /// Passes all bytes to the system; returns `false` if the client closes before that.
    func send(_ bytes: ArraySlice<UInt8>) -> Bool {
        bytes.withUnsafeBytes { buffer in
            var rest = buffer[...]
            while !rest.isEmpty {
                guard waitUntilWritable() else { return false }
                let piece = UnsafeRawBufferPointer(rebasing: rest)
                let flags = Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT)
                let sent = Glibc.send(descriptor, piece.baseAddress, piece.count, flags)
                if sent < 0 && errno != EAGAIN && errno != EINTR { return false }
                rest = rest.dropFirst(max(0, sent))
            }
            return true
        }
    }

    /// Reads and discards until the client closes or the time is over.
    func drain(atMost duration: Duration) {
        let deadline = ContinuousClock.now + duration
        while OriginPoll.wait(for: [(descriptor, Int16(POLLIN))], until: deadline) != nil,
            receive() != nil
        {}
    }
}

// Waiting.
extension OriginSocket {
    /// The reason that a wait ended.
    enum Wake {
        case hungUp
        case signalled
        case timedOut
    }

    /// Waits until the client closes, the signal fires or the time is over.
    func wait(orFor signal: OriginSignal? = nil, atMost duration: Duration? = nil) -> Wake {
        let deadline = duration.map { ContinuousClock.now + $0 }
        let interests = [(descriptor, Self.pollHangUp)] + (signal.map { [$0.interest] } ?? [])
        return switch OriginPoll.wait(for: interests, until: deadline) {
        case 0: .hungUp
        case .some: .signalled
        case nil: .timedOut
        }
    }

    private func waitUntilWritable() -> Bool {
        let interests = [(descriptor, Self.pollHangUp), (descriptor, Int16(POLLOUT))]
        return OriginPoll.wait(for: interests, until: nil) == 1
    }
}
