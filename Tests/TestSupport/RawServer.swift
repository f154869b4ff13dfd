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

        /// - Parameter script: Gets each connection with its number from 0.
        public init(_ script: @escaping @Sendable (Connection, Int) -> Void) throws {
            let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
            var address = sockaddr_in()
            address.sin_family = sa_family_t(AF_INET)
            address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
            var size = socklen_t(MemoryLayout<sockaddr_in>.size)
            let isBound = withUnsafeMutablePointer(to: &address) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                    bind(listener, address, size) == 0 && listen(listener, 1024) == 0
                        && getsockname(listener, address, &size) == 0
                }
            }
            guard isBound else {
                close(listener)
                throw Unavailable()
            }
            self.listener = listener
            port = Int(UInt16(bigEndian: address.sin_port))
            Thread.detachNewThread { [weak self] in
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
    }
#endif
