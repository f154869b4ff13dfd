#if HTTP
    import FoundationEssentials
    import NIOCore
    import NIOPosix
    import NIOSSL
    import Synchronization
    import WebImageCaching
    import WebImageRuntime

    /// A TLS server on 127.0.0.1 named pictures.example, with the same reply to each request.
    final class SecureOrigin: Sendable {
        /// The received host names.
        private struct Record: Sendable {
            var serverNames: [String] = []
            var hosts: [String] = []
        }

        let port: Int
        private let channel: any Channel
        private let record: Recorder

        private final class Recorder: Sendable {
            let state = Mutex(Record())
        }

        /// The server names of TLS (SNI), in order.
        var serverNames: [String] { record.state.withLock(\.serverNames) }
        /// The `Host` fields, in order.
        var hosts: [String] { record.state.withLock(\.hosts) }

        /// Returns a configuration with a certificate.
        static func configuration(_ text: String = certificate) throws -> TLSConfiguration {
            let certificate = try NIOSSLCertificate(bytes: Array(text.utf8), format: .pem)
            return TLSConfiguration.makeServerConfiguration(
                certificateChain: [.certificate(certificate)],
                privateKey: .privateKey(
                    try NIOSSLPrivateKey(bytes: Array(Self.privateKey.utf8), format: .pem)))
        }

        /// Writes a certificate to a file for the time of a call.
        static func withTrustRoots<Result>(
            _ text: String = certificate, _ body: (String) async throws -> Result
        ) async throws -> Result {
            let path = "/tmp/webimage-roots-\(UInt64.random(in: 0 ... .max)).pem"
            try Data(text.utf8).write(to: URL(filePath: path))
            defer { try? FileManager.default.removeItem(atPath: path) }
            return try await body(path)
        }

        /// The bytes of a response whose body is `ok`.
        static let reply = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"

        /// Starts a server that speaks TLS up to `newest`, by default the newest version.
        ///
        /// - Parameters:
        ///   - certificate: Its certificate, one over the key of these tests.
        ///   - clientRoot: The issuer of the client certificates that it requires, nil for none.
        init(
            speaking newest: TLSVersion? = nil, reply: String = reply,
            certificate: String = certificate, clientRoot: String? = nil
        ) async throws {
            let record = Recorder()
            var tls = try Self.configuration(certificate)
            tls.maximumTLSVersion = newest
            if let clientRoot {
                tls.trustRoots = .certificates([
                    try NIOSSLCertificate(bytes: Array(clientRoot.utf8), format: .pem)
                ])
                tls.certificateVerification = .noHostnameVerification
            }
            tls.sslContextCallback = { values, promise in
                record.state.withLock { $0.serverNames.append(values.serverHostname ?? "") }
                promise.succeed(.noChanges)
            }
            let context = try NIOSSLContext(configuration: tls)
            channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
                .childChannelInitializer { channel in
                    channel.eventLoop.makeCompletedFuture {
                        try channel.pipeline.syncOperations.addHandlers([
                            NIOSSLServerHandler(context: context),
                            Answerer(reply) { host in
                                record.state.withLock { $0.hosts.append(host) }
                            },
                        ])
                    }
                }.bind(host: "127.0.0.1", port: 0).get()
            port = channel.localAddress?.port ?? 0
            self.record = record
        }

        deinit { channel.close(promise: nil) }

        private final class Answerer: ChannelInboundHandler {
            typealias InboundIn = ByteBuffer
            typealias OutboundOut = ByteBuffer
            private let onHost: (String) -> Void
            private let reply: String
            private var text = ""

            init(_ reply: String, onHost: @escaping (String) -> Void) {
                self.reply = reply
                self.onHost = onHost
            }

            func channelRead(context: ChannelHandlerContext, data: NIOAny) {
                text += String(buffer: unwrapInboundIn(data))
                guard text.hasSuffix("\r\n\r\n") else { return }
                for line in text.split(separator: "\r\n")
                where line.lowercased().hasPrefix("host: ") {
                    onHost(String(line.dropFirst(6)))
                }
                text = ""
                context.writeAndFlush(
                    wrapOutboundOut(ByteBuffer(string: reply)), promise: nil)
            }
        }

        /// For these tests alone: the key is public, and nothing but the tests trusts it.
        static let certificate = """
            -----BEGIN CERTIFICATE-----
            MIIBdjCCARygAwIBAgIBATAKBggqhkjOPQQDAjAbMRkwFwYDVQQDDBBwaWN0dXJl
            cy5leGFtcGxlMCAXDTIwMDEwMTAwMDAwMFoYDzIxMjAwMTAxMDAwMDAwWjAbMRkw
            FwYDVQQDDBBwaWN0dXJlcy5leGFtcGxlMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcD
            QgAEGGeJT8vzPlRa1pnYIDMAgLm6ZRD7BRoi8m7CaSA4spTByqdJPWIcgU/4I88X
            +uccYcYbSm0FCTvxJKvDrNfkXqNPME0wGwYDVR0RBBQwEoIQcGljdHVyZXMuZXhh
            bXBsZTAPBgNVHRMBAf8EBTADAQH/MB0GA1UdDgQWBBTnNj/bLYb4Vgyg74baDA2a
            Q85t3jAKBggqhkjOPQQDAgNIADBFAiB31nbaxBd7pZDzkbjLYFwL7BtxXq32qLpm
            bS09q/T0+gIhAJXfTR2TemNvWJyLyoVCcEtXHIOp9cs7Wd37th0x9BP4
            -----END CERTIFICATE-----
            """

        static let privateKey = """
            -----BEGIN PRIVATE KEY-----
            MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg+ZtenwdQys/BtyIa
            yp9nNJ1jnb8aStGsl91hdlcJxQOhRANCAAQYZ4lPy/M+VFrWmdggMwCAubplEPsF
            GiLybsJpIDiylMHKp0k9YhyBT/gjzxf65xxhxhtKbQUJO/Ekq8Os1+Re
            -----END PRIVATE KEY-----
            """
    }
#endif
