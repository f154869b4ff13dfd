#if os(Linux)
    import Foundation
    import Glibc
    import Synchronization

    /// A server on 127.0.0.1 whose script speaks to each connection on a thread of its own.
    public final class RawServer: Sendable {
        /// A connection, closed at the end of the script.
        public struct Connection: Sendable {
            fileprivate let socket: Int32

            /// Returns the next bytes; nil once the client has closed.
            public func read() -> [UInt8]? {
                var bytes = [UInt8](repeating: 0, count: 1 << 16)
                let count = Glibc.read(socket, &bytes, bytes.count)
                return count > 0 ? Array(bytes[..<count]) : nil
            }

            /// Returns the head of a request; nil once the client has closed.
            public func readHead() -> String? {
                var text = ""
                while !text.contains("\r\n\r\n") {
                    guard let bytes = read() else { return nil }
                    text += String(decoding: bytes, as: UTF8.self)
                }
                return text
            }

            /// Sends bytes; returns `false` once the client has closed.
            @discardableResult
            public func write(_ bytes: [UInt8]) -> Bool {
                var rest = bytes[...]
                while !rest.isEmpty {
                    let count = rest.withUnsafeBytes {
                        send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
                    }
                    guard count > 0 else { return false }
                    rest = rest.dropFirst(count)
                }
                return true
            }

            /// Sends a text; returns `false` once the client has closed.
            @discardableResult
            public func write(_ text: String) -> Bool { write(Array(text.utf8)) }

            /// Waits until the client closes.
            public func drain() { while read() != nil {} }
        }

        private struct Unavailable: Error {}

        /// The port.
        public let port: Int
        private let listener: Int32
        private let connections = Atomic(0)
        /// The connections so far.
        public var connectionCount: Int { connections.load(ordering: .relaxed) }

        /// - Parameters:
        ///   - host: The name or number of this machine to listen on; of a name its first address,
        ///     the
        ///     only one that some programs try.
        ///   - script: Gets each connection with its number from 0.
        public init(
            on host: String = "127.0.0.1",
            _ script: @escaping @Sendable (Connection, Int) -> Void
        ) throws {
            (listener, port) = try Self.listening(on: host)
            Thread.detachNewThread { [weak self, listener] in
                var number = 0
                while case let socket = accept(listener, nil, nil), socket >= 0 {
                    self?.connections.add(1, ordering: .relaxed)
                    let connection = Connection(socket: socket)
                    Thread.detachNewThread { [number] in
                        script(connection, number)
                        close(socket)
                    }
                    number += 1
                }
                close(listener)
            }
        }

        deinit { shutdown(listener, Int32(SHUT_RDWR)) }

        /// Returns a listening socket and its port.
        private static func listening(on host: String) throws -> (socket: Int32, port: Int) {
            var (hints, found) = (addrinfo(), UnsafeMutablePointer<addrinfo>?.none)
            hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
            guard getaddrinfo(host, nil, &hints, &found) == 0, let first = found?.pointee else {
                throw Unavailable()
            }
            defer { freeaddrinfo(found) }
            let listener = socket(
                first.ai_family, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
            var bound = sockaddr_in6()
            var size = socklen_t(MemoryLayout<sockaddr_in6>.size)
            let isBound = withUnsafeMutablePointer(to: &bound) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                    bind(listener, first.ai_addr, first.ai_addrlen) == 0
                        && listen(listener, 1024) == 0
                        && getsockname(listener, address, &size) == 0
                }
            }
            guard isBound else {
                close(listener)
                throw Unavailable()
            }
            // Both families have the port at the same place.
            return (listener, Int(UInt16(bigEndian: bound.sin6_port)))
        }
    }
#endif
