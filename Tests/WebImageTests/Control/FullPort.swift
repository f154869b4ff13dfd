import WebImageCaching

#if HTTP && PNG
    import Glibc

    /// A port of 127.0.0.1 that accepts no connection: its backlog is full and never drained.
    final class FullPort: Sendable {
        let port: Int
        private let descriptors: [Int32]

        private struct Unavailable: Error {}

        init() throws {
            let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
            var address = sockaddr_in()
            address.sin_family = sa_family_t(AF_INET)
            address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
            guard Self.bound(listener, &address), listen(listener, 0) == 0 else {
                close(listener)
                throw Unavailable()
            }
            port = Int(UInt16(bigEndian: address.sin_port))
            var descriptors = [listener]
            // Connections succeed until the backlog is full.
            for _ in 0..<64 {
                let client = socket(
                    AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue), 0)
                descriptors.append(client)
                guard Self.comesUp(client, address) else { break }
            }
            self.descriptors = descriptors
        }

        deinit { for descriptor in descriptors { close(descriptor) } }

        /// Binds to a free port, and stores it in the address.
        private static func bound(_ descriptor: Int32, _ address: inout sockaddr_in) -> Bool {
            var size = socklen_t(MemoryLayout<sockaddr_in>.size)
            return withUnsafeMutablePointer(to: &address) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                    bind(descriptor, address, size) == 0
                        && getsockname(descriptor, address, &size) == 0
                }
            }
        }

        private static func comesUp(_ descriptor: Int32, _ address: sockaddr_in) -> Bool {
            var address = address
            let size = socklen_t(MemoryLayout<sockaddr_in>.size)
            _ = withUnsafePointer(to: &address) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    connect(descriptor, $0, size)
                }
            }
            var state = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
            return poll(&state, 1, 200) == 1
        }
    }
#endif
