#if HTTP
    import Glibc
    import WebImageTesting

    /// A port of 127.0.0.1 that accepts connections and never sends.
    enum SilentPort {
        static let shared = Result { try open() }

        private struct Unavailable: Error {}

        private static func open() throws -> Int {
            let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
            // Bounds the kernel's buffer, whatever this machine's settings.
            var room: Int32 = 1 << 16
            setsockopt(
                descriptor, SOL_SOCKET, SO_RCVBUF, &room, socklen_t(MemoryLayout<Int32>.size))
            var address = sockaddr_in()
            address.sin_family = sa_family_t(AF_INET)
            address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
            var size = socklen_t(MemoryLayout<sockaddr_in>.size)
            let bound = withUnsafeMutablePointer(to: &address) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                    bind(descriptor, address, size) == 0 && listen(descriptor, 16) == 0
                        && getsockname(descriptor, address, &size) == 0
                }
            }
            guard bound else { throw Unavailable() }
            return Int(UInt16(bigEndian: address.sin_port))
        }
    }
#endif
