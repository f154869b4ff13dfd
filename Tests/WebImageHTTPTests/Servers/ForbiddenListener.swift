#if HTTP
    import Glibc
    import Synchronization

    /// A port on all addresses of this machine that counts connections and sends nothing.
    ///
    /// It listens on IPv6 and IPv4, so that every spelling of the machine's own address reaches it.
    final class ForbiddenListener: Sendable {
        private struct Unavailable: Error {}

        let port: Int
        private let listener: Int32
        private let count = Mutex(0)

        /// The connections that were made so far.
        var acceptCount: Int {
            count.withLock { count in
                while case let socket = accept(listener, nil, nil), socket >= 0 {
                    close(socket)
                    count += 1
                }
                return count
            }
        }

        init() throws {
            let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
            let listener = socket(AF_INET6, kind, 0)
            var both: Int32 = 0
            setsockopt(listener, Int32(IPPROTO_IPV6), IPV6_V6ONLY, &both, 4)
            var address = sockaddr_in6()
            address.sin6_family = sa_family_t(AF_INET6)
            var size = socklen_t(MemoryLayout<sockaddr_in6>.size)
            let isBound = withUnsafeMutablePointer(to: &address) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                    bind(listener, address, size) == 0 && listen(listener, 64) == 0
                        && getsockname(listener, address, &size) == 0
                }
            }
            guard isBound else {
                close(listener)
                throw Unavailable()
            }
            self.listener = listener
            port = Int(UInt16(bigEndian: address.sin6_port))
        }

        deinit { close(listener) }
    }
#endif
