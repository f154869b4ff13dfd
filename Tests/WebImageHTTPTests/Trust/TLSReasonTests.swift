#if HTTP
    import TestSupport
    import Testing
    import WebImageCaching
    import WebImageHTTP
    import WebImageLoading
    import WebImagePipeline
    import WebImageTesting
    import WebImageURLSession

    /// The reasons of refused TLS connections, in words for users.
    @Suite(.enabled(if: SecureOrigin.isAvailable)) struct TLSReasonTests {
        private func failure(
            _ certificate: String, trusting roots: String? = nil, host: String = "localhost",
            resolver: HostResolver = .system, policy: NetworkPolicy? = nil
        ) async throws -> LoadFailure {
            let origin = try await SecureOrigin(certificate: certificate)
            let transport = CurlTransport(
                HTTPSettings(extraTrustRoots: roots), resolver: resolver)
            let failure = await loadFailure {
                try await transport.exchange(
                    HTTPExchange(
                        url: "https://\(host):\(origin.port)/a",
                        limits: LoadLimits(networkPolicy: policy))
                ).bytes()
            }
            #expect(await origin.requests().isEmpty)
            return try #require(failure)
        }

        /// Expects a reason behind the URL, without text of the library.
        private func expect(_ reason: String, _ failure: LoadFailure) {
            #expect(failure.kind == .tls)
            #expect(failure.reason.split(separator: ": ").last.map(String.init) == reason)
            #expect(!failure.reason.contains("SSL") && !failure.reason.contains("OpenSSL"))
        }

        @Test(
            .timeLimit(.minutes(5)),
            arguments: [
                (TestCertificates.issued, "unknown issuer of the server's certificate"),
                (TestCertificates.expired, "unknown issuer of the server's certificate"),
                (SecureOrigin.certificate, "the server's certificate is self-signed"),
            ])
        func `a certificate that is not trusted is refused with the reason`(
            certificate: String, reason: String
        ) async throws {
            expect(reason, try await failure(certificate))
        }

        @Test(.timeLimit(.minutes(5)))
        func `an expired certificate of a trusted issuer has expired`() async throws {
            try await SecureOrigin.withTrustRoots(TestCertificates.authority) { roots in
                expect(
                    "the server's certificate expired",
                    try await failure(TestCertificates.expired, trusting: roots))
            }
        }

        @Test(.timeLimit(.minutes(5)))
        func `a certificate of another host does not match`() async throws {
            try await SecureOrigin.withTrustRoots { roots in
                expect(
                    "the host's name does not match the server's certificate",
                    try await failure(SecureOrigin.certificate, trusting: roots))
            }
        }

        @Test(.timeLimit(.minutes(5)))
        func `the reason is found at the address that a policy has checked`() async throws {
            let refused = try await failure(
                TestCertificates.expired, host: "pictures.example",
                resolver: HostResolver { _ in [IPAddress(v4: 0x7f00_0001)] },
                policy: NetworkPolicy(ports: nil, allowed: ["127.0.0.0/8"]))
            expect("unknown issuer of the server's certificate", refused)
        }

        @Test(.timeLimit(.minutes(5)))
        func `a server without TLS is named so`() async throws {
            let fixture = try Fixture()
            fixture.origin.reply("/a", with: OriginReply(body: [7]))
            let url = fixture.origin.url("/a").replacing("http://", with: "https://")
            for transport in [fixture.transport, URLSessionTransport()] as [any HTTPTransport] {
                let failure = await loadFailure {
                    try await transport.exchange(HTTPExchange(url: url)).bytes()
                }
                expect("the server does not speak TLS on this port", try #require(failure))
            }
        }

        @Test(
            .timeLimit(.minutes(5)),
            arguments: [
                (TestCertificates.issued, "unknown issuer of the server's certificate"),
                (SecureOrigin.certificate, "the server's certificate is self-signed"),
            ])
        func `URLSession tells the reason too`(certificate: String, reason: String) async throws {
            let origin = try await SecureOrigin(certificate: certificate)
            let transport = URLSessionTransport()
            let failure = await loadFailure {
                try await transport.exchange(
                    HTTPExchange(url: "https://localhost:\(origin.port)/a")
                ).bytes()
            }
            expect(reason, try #require(failure))
            await transport.shutdown()
        }
    }
#endif
