import Glibc
import WebImageOrigin

/// A client for plain bytes, with a time-out of ten seconds.
final class RawClient: Sendable {
    struct Failure: Error {
        let what: String
    }

    struct Reply: Equatable {
        var status: Int
        var head: String
        var body: String
    }

    private let descriptor: Int32

    init(_ server: OriginServer) throws {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var silence = timeval(tv_sec: 10, tv_usec: 0)
        setsockopt(
            descriptor, SOL_SOCKET, SO_RCVTIMEO, &silence,
            socklen_t(MemoryLayout<timeval>.size))
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = UInt16(server.port).bigEndian
        address.sin_addr.s_addr = INADDR_LOOPBACK.bigEndian
        let size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let result = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, size)
            }
        }
        // The descriptor is stored already: a thrown error runs deinit, which closes it.
        guard result == 0 else { throw Failure(what: "connect: \(errno)") }
    }

    deinit { close(descriptor) }

    /// Closes the sending direction only: the server sees the end of the bytes, but its own are
    /// still received.
    func hangUp() { shutdown(descriptor, Int32(SHUT_WR)) }

    func send(_ text: String) throws {
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let sent = rest.withUnsafeBytes {
                Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard sent > 0 else { throw Failure(what: "send: \(errno)") }
            rest = rest.dropFirst(sent)
        }
    }

    func get(_ path: String, _ fields: String...) throws {
        let fields = fields.map { $0 + "\r\n" }.joined()
        try send("GET \(path) HTTP/1.1\r\nHost: localhost\r\n\(fields)\r\n")
    }

    /// `true` if there are bytes or the end to read without waiting.
    var hasNews: Bool {
        var polled = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return poll(&polled, 1, 0) > 0
    }

    /// Reads exactly `count` bytes.
    func read(_ count: Int) throws -> String {
        String(decoding: try bytes(count), as: UTF8.self)
    }

    /// Reads all bytes up to the orderly end.
    func readToEnd() throws -> String {
        var all: [UInt8] = []
        while let more = try receive(64 * 1024) { all += more }
        return String(decoding: all, as: UTF8.self)
    }

    /// Reads a head and the announced number of bytes.
    func readReply(withBody: Bool = true) throws -> Reply {
        let head = try readHead()
        let length = head.split(separator: "\r\n").lazy
            .filter { $0.hasPrefix("Content-Length: ") }
            .compactMap { Int($0.dropFirst("Content-Length: ".count)) }.first
        let status = Int(head.dropFirst("HTTP/1.1 ".count).prefix(3))
        guard let status else { throw Failure(what: "status: \(head)") }
        let body = try read(withBody ? length ?? 0 : 0)
        return Reply(status: status, head: head, body: body)
    }

    func readHead() throws -> String {
        var head: [UInt8] = []
        while !head.ends(with: "\r\n\r\n".utf8) { head += try bytes(1) }
        return String(decoding: head, as: UTF8.self)
    }

    private func bytes(_ count: Int) throws -> [UInt8] {
        var bytes: [UInt8] = []
        while bytes.count < count {
            guard let more = try receive(count - bytes.count) else {
                throw Failure(what: "end after \(bytes.count) of \(count) bytes")
            }
            bytes += more
        }
        return bytes
    }

    private func receive(_ count: Int) throws -> [UInt8]? {
        var received = 0
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
            received = recv(descriptor, buffer.baseAddress, count, 0)
            initialized = max(0, received)
        }
        guard received >= 0 else { throw Failure(what: "recv: \(errno)") }
        return bytes.isEmpty ? nil : bytes
    }
}

extension Array where Element: Equatable {
    fileprivate func ends(with suffix: some Collection<Element>) -> Bool {
        self.suffix(suffix.count).elementsEqual(suffix)
    }
}

/// The body of most tests.
let digits = OriginReply(body: Array("0123456789".utf8))

/// Returns all bytes up to the close for one `GET` of `/` with that reply.
func wholeAnswer(_ reply: OriginReply) throws -> String {
    let server = try OriginServer()
    server.reply("/", with: reply)
    let client = try RawClient(server)
    try client.get("/")
    return try client.readToEnd()
}
