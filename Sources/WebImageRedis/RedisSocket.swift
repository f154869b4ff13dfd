import Dispatch
import Glibc
import Synchronization
import WebImageRuntime

/// The bytes of a connection; each call ends in time.
protocol RedisStream: AnyObject, Sendable {
    /// Receives at least one byte, and returns the number.
    func receive(
        _ buffer: UnsafeMutableRawBufferPointer, _ deadline: Deadline
    ) throws(RedisFailure) -> Int
    /// Sends all bytes.
    func send(_ bytes: UnsafeRawBufferPointer, _ deadline: Deadline) throws(RedisFailure)
}

/// A connection over TCP.
final class RedisSocket: RedisStream {
    private let descriptor: Int32

    private final class Found: Sendable {
        let addresses = Mutex<[sockaddr_storage]>([])
    }

    private init(_ descriptor: Int32) { self.descriptor = descriptor }

    deinit { close(descriptor) }

    /// Connects to the first address of a host that accepts.
    static func connected(
        to host: String, _ port: Int, _ deadline: Deadline
    ) throws(RedisFailure) -> RedisSocket {
        var failure = RedisFailure("the host has no address")
        for address in try addresses(of: host, port, deadline) {
            let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
            let descriptor = socket(Int32(address.ss_family), kind, 0)
            guard descriptor >= 0 else { throw RedisFailure("there is no socket") }
            let socket = RedisSocket(descriptor)
            var (address, on, error, size) = (address, Int32(1), Int32(0), socklen_t(4))
            let status = withUnsafeBytes(of: &address) {
                $0.withMemoryRebound(to: sockaddr.self) {
                    connect(
                        descriptor, $0.baseAddress, socklen_t(MemoryLayout<sockaddr_storage>.size))
                }
            }
            if status != 0 { error = errno }
            if error == EINPROGRESS {
                try socket.wait(POLLOUT, deadline)
                getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &error, &size)
            }
            setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &on, 4)
            if error == 0 { return socket }
            failure = RedisFailure("the store cannot be reached (error \(error))")
        }
        throw failure
    }

    /// Returns the addresses of a host; a thread of its own asks, as the system's call has no limit.
    private static func addresses(
        of host: String, _ port: Int, _ deadline: Deadline
    ) throws(RedisFailure) -> [sockaddr_storage] {
        let (found, done) = (Found(), DispatchSemaphore(value: 0))
        let isStarted = startThread {
            var list: UnsafeMutablePointer<addrinfo>?
            var hints = addrinfo()
            hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
            getaddrinfo(host, "\(port)", &hints, &list)
            var addresses: [sockaddr_storage] = []
            for entry in sequence(first: list, next: { $0?.pointee.ai_next }).prefix(9) {
                guard let entry = entry?.pointee else { break }
                var address = sockaddr_storage()
                memcpy(&address, entry.ai_addr, Int(entry.ai_addrlen))
                addresses.append(address)
            }
            if let list { freeaddrinfo(list) }
            found.addresses.withLock { $0 = addresses }
            done.signal()
        }
        guard isStarted else { throw RedisFailure("there is no thread") }
        _ = done.wait(timeout: .now() + .milliseconds(Int(try deadline.milliseconds())))
        _ = try deadline.milliseconds()
        return found.addresses.withLock { $0 }
    }

    private func wait(_ event: Int32, _ deadline: Deadline) throws(RedisFailure) {
        var state = pollfd(fd: descriptor, events: Int16(event), revents: 0)
        while poll(&state, 1, try deadline.milliseconds()) <= 0 {}
    }

    func receive(
        _ buffer: UnsafeMutableRawBufferPointer, _ deadline: Deadline
    ) throws(RedisFailure) -> Int {
        while true {
            let count = recv(descriptor, buffer.baseAddress, buffer.count, 0)
            if count > 0 { return count }
            try retry(count, POLLIN, deadline)
        }
    }

    func send(_ bytes: UnsafeRawBufferPointer, _ deadline: Deadline) throws(RedisFailure) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let piece = UnsafeRawBufferPointer(rebasing: rest)
            let count = Glibc.send(descriptor, piece.baseAddress, piece.count, Int32(MSG_NOSIGNAL))
            if count > 0 {
                rest = rest.dropFirst(count)
            } else {
                try retry(count, POLLOUT, deadline)
            }
        }
    }

    /// Waits until a call that failed can be tried again.
    private func retry(_ count: Int, _ event: Int32, _ deadline: Deadline) throws(RedisFailure) {
        guard count < 0, [EAGAIN, EINTR].contains(errno) else {
            throw RedisFailure("the store closed the connection", isClosed: true)
        }
        try wait(event, deadline)
    }
}
