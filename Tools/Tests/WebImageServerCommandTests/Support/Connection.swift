import Foundation

/// A response as it was received.
struct Reply: Sendable {
    var status: Int
    var fields: [(name: String, value: String)]
    var body: [UInt8]
    /// The version in the status line.
    var version = ""

    subscript(name: String) -> String? {
        fields.first { $0.name.lowercased() == name.lowercased() }?.value
    }

    var text: String { String(decoding: body, as: UTF8.self) }
}

/// A connection to 127.0.0.1 whose bytes a test writes and reads itself.
final class Connection: Sendable {
    enum Failure: Error { case system(Int32), closed, malformed(String) }

    private let descriptor: Int32

    /// - Parameter own: The address that the connection comes from, of 127.0.0.0/8; nil for any.
    init(port: Int, from own: String? = nil) throws {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        let length = socklen_t(MemoryLayout<sockaddr_in>.size)
        if let own, Self.with(own, 0, { bind(descriptor, $0, length) }) != 0 {
            throw Failure.system(errno)
        }
        let result = Self.with("127.0.0.1", port) { connect(descriptor, $0, length) }
        guard result == 0 else { throw Failure.system(errno) }
        var limit = timeval(tv_sec: 20, tv_usec: 0)
        setsockopt(
            descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    }

    deinit { close(descriptor) }

    private static func with(
        _ host: String, _ port: Int, _ call: (UnsafePointer<sockaddr>) -> Int32
    ) -> Int32 {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(port).bigEndian
        address.sin_addr.s_addr = inet_addr(host)
        return withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { call($0) }
        }
    }

    /// Closes the connection in both directions.
    func leave() { shutdown(descriptor, Int32(SHUT_RDWR)) }

    /// Sends nothing more, and reads on.
    func endSending() { shutdown(descriptor, Int32(SHUT_WR)) }

    func send(_ target: String, method: String = "GET", _ fields: [String: String] = [:]) throws {
        var text = "\(method) \(target) HTTP/1.1\r\nHost: 127.0.0.1\r\n"
        for (name, value) in fields { text += "\(name): \(value)\r\n" }
        try write(text + "\r\n")
    }

    func write(_ text: String) throws {
        let bytes = Array(text.utf8)
        var sent = 0
        while sent < bytes.count {
            let count = bytes[sent...].withUnsafeBytes {
                Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { throw Failure.system(errno) }
            sent += count
        }
    }

    /// Reads one response; on a thread of its own, since it blocks.
    func reply(isHead: Bool = false) async throws -> Reply {
        try await withCheckedThrowingContinuation { continuation in
            Thread.detachNewThread { continuation.resume(with: Result { try self.read(isHead) }) }
        }
    }

    /// Returns `true` if the server closes the connection before the time-out of reading.
    func isClosed() async -> Bool {
        await withCheckedContinuation { continuation in
            Thread.detachNewThread {
                var isClosed = false
                while true {
                    guard let more = try? self.more() else { break }
                    if more.isEmpty {
                        isClosed = true
                        break
                    }
                }
                continuation.resume(returning: isClosed)
            }
        }
    }

    /// Returns all that comes until the server closes the connection; nil if it does not before the
    /// time-out.
    func untilClosed() async -> String? {
        await withCheckedContinuation { continuation in
            Thread.detachNewThread {
                var bytes: [UInt8] = []
                while let more = try? self.more() {
                    guard !more.isEmpty else {
                        continuation.resume(returning: String(decoding: bytes, as: UTF8.self))
                        return
                    }
                    bytes += more
                }
                continuation.resume(returning: nil)
            }
        }
    }

    private func more() throws -> [UInt8] {
        var buffer = [UInt8](repeating: 0, count: 64 << 10)
        let count = recv(descriptor, &buffer, buffer.count, 0)
        if count < 0, errno == ECONNRESET { return [] }
        guard count >= 0 else { throw Failure.system(errno) }
        return Array(buffer[..<count])
    }

    private func read(_ isHead: Bool) throws -> Reply {
        var bytes: [UInt8] = []
        var end: Range<Int>?
        while end == nil {
            let chunk = try more()
            guard !chunk.isEmpty else { throw Failure.closed }
            bytes += chunk
            end = bytes.firstRange(of: Array("\r\n\r\n".utf8))
        }
        let head = String(decoding: bytes[..<(end?.lowerBound ?? 0)], as: UTF8.self)
        var body = Array(bytes[(end?.upperBound ?? 0)...])
        let lines = head.split(separator: "\r\n")
        guard let status = lines.first?.split(separator: " ").dropFirst().first.flatMap({ Int($0) })
        else { throw Failure.malformed(head) }
        let fields = lines.dropFirst().map { line in
            let parts = line.split(separator: ":", maxSplits: 1)
            let value = parts.count > 1 ? String(parts[1]).trimmingCharacters(in: .whitespaces) : ""
            return (name: String(parts[0]), value: value)
        }
        var reply = Reply(status: status, fields: fields, body: [])
        reply.version = String(head.prefix(8))
        guard !isHead, status != 304, status != 204 else { return reply }
        if let count = reply["Content-Length"].flatMap({ Int($0) }) {
            while body.count < count {
                let chunk = try more()
                guard !chunk.isEmpty else { throw Failure.closed }
                body += chunk
            }
            reply.body = Array(body[..<count])
        } else {
            while !body.suffix(5).elementsEqual("0\r\n\r\n".utf8) {
                let chunk = try more()
                guard !chunk.isEmpty else { break }
                body += chunk
            }
            reply.body = body
        }
        return reply
    }
}

extension Connection {
    /// Returns a port that is free now.
    static func freePort() throws -> Int {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(descriptor) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let result = withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, length) == 0 ? getsockname(descriptor, $0, &length) : -1
            }
        }
        guard result == 0 else { throw Failure.system(errno) }
        return Int(in_port_t(bigEndian: address.sin_port))
    }
}
