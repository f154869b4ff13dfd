#if HTTP
    import Foundation
    import Glibc

    /// Takes one request with a body, evenly in so many seconds, and answers with one byte.
    struct SlowReader {
        struct Unavailable: Error {}

        let port: Int

        init(bodyByteCount: Int, seconds: Double) throws {
            let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
            // So small that what is not read is not taken either.
            var room: Int32 = 1 << 16
            setsockopt(
                listener, SOL_SOCKET, SO_RCVBUF, &room, socklen_t(MemoryLayout<Int32>.size))
            var address = sockaddr_in()
            address.sin_family = sa_family_t(AF_INET)
            address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
            var size = socklen_t(MemoryLayout<sockaddr_in>.size)
            let bound = withUnsafeMutablePointer(to: &address) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                    bind(listener, address, size) == 0 && listen(listener, 4) == 0
                        && getsockname(listener, address, &size) == 0
                }
            }
            guard bound else { throw Unavailable() }
            port = Int(UInt16(bigEndian: address.sin_port))
            Thread.detachNewThread {
                Self.serve(listener, bodyByteCount, pause: seconds / Double(bodyByteCount))
            }
        }

        private static func serve(_ listener: Int32, _ byteCount: Int, pause: Double) {
            let connection = accept(listener, nil, nil)
            defer {
                close(connection)
                close(listener)
            }
            var head: [UInt8] = []
            var byte: UInt8 = 0
            while !head.suffix(4).elementsEqual([13, 10, 13, 10]), read(connection, &byte, 1) == 1 {
                head.append(byte)
            }
            var rest = byteCount
            var buffer = [UInt8](repeating: 0, count: 1 << 16)
            while rest > 0 {
                let count = read(connection, &buffer, buffer.count)
                guard count > 0 else { return }
                rest -= count
                usleep(UInt32(Double(count) * pause * 1e6))
            }
            let reply = Array("HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\n\u{7}".utf8)
            _ = write(connection, reply, reply.count)
        }
    }
#endif
