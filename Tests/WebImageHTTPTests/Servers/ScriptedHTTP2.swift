#if HTTP
    import Glibc
    import TestSupport

    /// A server of HTTP/2 on 127.0.0.1 that sends the same frames to each connection, behind nginx,
    /// which speaks TLS for it.
    final class ScriptedHTTP2: Sendable {
        /// `true` if nginx and its module for streams are there.
        static var isAvailable: Bool { SecureOrigin.isAvailable }

        private let origin: RawServer
        private let server: Program

        var port: Int { server.port }

        /// Starts a server of frames, which follow its settings.
        ///
        /// - Parameter repeats: `true` to send the frames over and over.
        init(_ frames: [UInt8], repeats: Bool = false) async throws {
            let origin = try RawServer { connection, _ in
                // The preface, and in the same flight or the next the request.
                _ = connection.read()
                usleep(100_000)
                var goesOn = connection.write(Self.frame(4, 0, stream: 0) + frames)
                while repeats, goesOn { goesOn = connection.write(frames) }
                connection.drain()
            }
            self.origin = origin
            server = try await Program("nginx") { port, folder in
                let settings = """
                    load_module /usr/lib/nginx/modules/ngx_stream_module.so;
                    daemon off; master_process off; pid \(folder)/pid; error_log stderr;
                    events { worker_connections 512; }
                    stream {
                        server {
                            listen 127.0.0.1:\(port) ssl; ssl_alpn h2;
                            ssl_certificate \(folder)/certificate.pem;
                            ssl_certificate_key \(folder)/key.pem;
                            proxy_pass 127.0.0.1:\(origin.port);
                        }
                    }
                    """
                return [
                    "settings": settings, "certificate.pem": SecureOrigin.certificate + "\n",
                    "key.pem": TestCertificates.key + "\n",
                ]
            } _: { _, folder in
                ["-p", folder, "-e", "stderr", "-c", "\(folder)/settings"]
            }
        }

        /// Returns a frame (RFC 9113, section 4.1).
        static func frame(
            _ type: UInt8, _ flags: UInt8, stream: UInt32, _ payload: [UInt8] = []
        ) -> [UInt8] {
            func bytes(_ number: UInt32) -> [UInt8] {
                [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
            }
            return bytes(UInt32(payload.count)).dropFirst() + [type, flags] + bytes(stream)
                + payload
        }

        /// Returns the frames of a response to the first request, whose body is `ok`.
        static func response(after interimCount: Int) -> [UInt8] {
            // A literal field with the name of entry 8, `:status` (RFC 7541, section 6.2.2).
            let interim = frame(1, 4, stream: 1, [0x08, 3] + Array("103".utf8))
            return Array(repeatElement(interim, count: interimCount).joined())
                + frame(1, 4, stream: 1, [0x88]) + frame(0, 1, stream: 1, Array("ok".utf8))
        }
    }
#endif
