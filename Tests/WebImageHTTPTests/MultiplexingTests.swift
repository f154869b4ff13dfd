#if HTTP
    import TestSupport
    import Testing
    import WebImageCaching
    import WebImageHTTP
    import WebImageLoading

    /// Many exchanges on one connection of HTTP/2, with nghttpd.
    @Suite(.enabled(if: Program.have("nghttpd"))) struct MultiplexingTests {
        private func server() async throws -> Program {
            try await Program("nghttpd") { _, _ in
                [
                    "certificate.pem": SecureOrigin.certificate + "\n",
                    "key.pem": TestCertificates.key + "\n",
                    "a": String(repeating: "pictures", count: 500_000),
                ]
            } _: { port, folder in
                [
                    "-a", "127.0.0.1", "-d", folder, "\(port)", "\(folder)/key.pem",
                    "\(folder)/certificate.pem",
                ]
            }
        }

        @Test(.timeLimit(.minutes(5)), arguments: [false, true])
        func `60 bodies come over one connection, also beside one that nobody reads`(
            isRead: Bool
        ) async throws {
            let server = try await server()
            try await SecureOrigin.withTrustRoots { roots in
                let transport = CurlTransport(
                    HTTPSettings(extraTrustRoots: roots),
                    resolver: HostResolver { _ in [IPAddress(v4: 0x7f00_0001)] })
                let exchange = HTTPExchange(url: "https://pictures.example:\(server.port)/a")
                let first = try await transport.exchange(exchange)
                #expect(first.timings.map(\.stage).contains("load.connect"))
                if isRead { _ = try await first.bytes() }
                try await withThrowingTaskGroup(of: Void.self) { group in
                    for _ in 0..<60 {
                        group.addTask {
                            let answer = try await transport.exchange(exchange)
                            #expect(!answer.timings.map(\.stage).contains("load.connect"))
                            #expect(try await answer.bytes().count == 4_000_000)
                        }
                    }
                    try await group.waitForAll()
                }
                if !isRead { #expect(try await first.bytes().count == 4_000_000) }
                await transport.shutdown()
            }
        }
    }
#endif
