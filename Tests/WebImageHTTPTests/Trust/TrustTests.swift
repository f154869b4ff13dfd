#if HTTP
    import Foundation
    import TestSupport
    import Testing
    import WebImageCaching
    import WebImageLoading
    import WebImagePipeline

    @testable import WebImageHTTP

    /// The certificates and keys that a program trusts, and its own.
    @Suite(.enabled(if: SecureOrigin.isAvailable)) struct TrustTests {
        private static let key = "nQduiCaIOAQhxO7OZg1Poxbsh3TNNi77BntS/jfBNEs="
        private static let otherKey = "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA="
        private static let pair = ClientCertificate.pem(
            chain: Array(TestCertificates.client.utf8), key: Array(TestCertificates.key.utf8))

        /// Loads from an origin whose certificate the authority of these tests issued.
        private func failure(
            _ settings: HTTPSettings, requiring root: String? = nil,
            environment: [String: String] = [:], policy: NetworkPolicy? = nil
        ) async throws -> LoadFailure? {
            let origin = try await SecureOrigin(
                certificate: TestCertificates.issued, clientRoot: root)
            let transport = CurlTransport(
                settings, isShared: false, environment: environment)
            let failure = await loadFailure {
                try await transport.exchange(
                    HTTPExchange(
                        url: "https://localhost:\(origin.port)/a",
                        limits: LoadLimits(networkPolicy: policy))
                ).bytes()
            }
            await transport.shutdown()
            let count = failure == nil ? 1 : 0
            #expect(await origin.requests(atLeast: count).count == count)
            return failure
        }

        /// Runs a test with the file of the authority.
        private func withAuthority(_ body: (String) async throws -> Void) async throws {
            try await SecureOrigin.withTrustRoots(TestCertificates.authority, body)
        }

        @Test(.timeLimit(.minutes(5)))
        func `a certificate of one's own authority is taken`() async throws {
            try await withAuthority { roots in
                let found = try await failure(HTTPSettings(extraTrustRoots: roots))
                #expect(found == nil)
            }
        }

        @Test(.timeLimit(.minutes(5)))
        func `no certificate is checked if that is asked for, but pins are`() async throws {
            let open = HTTPSettings(trustsAnyCertificate: true)
            let found = try await failure(open)
            #expect(found == nil)
            let pinned = HTTPSettings(
                trustsAnyCertificate: true, pinnedKeys: ["*": [Self.otherKey]])
            let refused = try await failure(pinned)
            #expect(refused?.kind == .tls)
        }

        @Test(.timeLimit(.minutes(5)))
        func `the environment's file and directories replace the system's certificates`()
            async throws
        {
            try await withAuthority { roots in
                let named = ["SSL_CERT_FILE": roots]
                let found = try await failure(HTTPSettings(), environment: named)
                #expect(found == nil)
            }
            let folder = "/tmp/webimage-roots-\(UInt64.random(in: 0 ... .max))"
            try FileManager.default.createDirectory(
                atPath: folder, withIntermediateDirectories: true)
            defer { try? FileManager.default.removeItem(atPath: folder) }
            // The name is the hash of the subject, by `openssl x509 -hash`.
            try Data(TestCertificates.authority.utf8).write(
                to: URL(filePath: folder + "/3387b84d.0"))
            let empty = folder + "/empty"
            try FileManager.default.createDirectory(
                atPath: empty, withIntermediateDirectories: true)
            for list in ["/no/such/folder:\(folder)", "\(empty):\(folder)"] {
                let found = try await failure(
                    HTTPSettings(), environment: ["SSL_CERT_DIR": list])
                #expect(found == nil)
            }
            let none = try await failure(HTTPSettings(), environment: ["SSL_CERT_DIR": "/no"])
            #expect(none?.reason.contains("unknown issuer") == true)
        }

        @Test func `the variables of the process are read when a transport is made`() async {
            await #expect(processExitsWith: .success) {
                setenv("SSL_CERT_FILE", "/a.pem", 1)
                setenv("SSL_CERT_DIR", "", 1)
                let roots = try? CurlTransport().rules.settings(
                    for: HTTPAddress("https://a.example").origin, under: nil
                ).roots
                #expect(roots == TrustRoots(file: "/a.pem"))
            }
        }

        @Test(.timeLimit(.minutes(5)))
        func `a missing file of certificates is named so`() async throws {
            let failure = try await failure(
                HTTPSettings(), environment: ["SSL_CERT_FILE": "/no/such/file.pem"])
            #expect(failure?.kind == .tls)
            #expect(
                failure?.reason.contains("the file of trusted certificates cannot be read") == true)
        }

        @Test(.timeLimit(.minutes(5)), arguments: ["localhost", "LOCALHOST", "*"])
        func `a server that requires a client certificate gets it`(host: String) async throws {
            try await withAuthority { roots in
                let settings = HTTPSettings(
                    extraTrustRoots: roots, clientCertificates: [host: Self.pair])
                let root = TestCertificates.authority
                let found = try await failure(settings, requiring: root)
                #expect(found == nil)
            }
        }

        @Test(.timeLimit(.minutes(5)))
        func `a client certificate comes from files`() async throws {
            try await withAuthority { roots in
                try await SecureOrigin.withTrustRoots(TestCertificates.client) { chain in
                    try await SecureOrigin.withTrustRoots(TestCertificates.key) { key in
                        let settings = HTTPSettings(
                            extraTrustRoots: roots,
                            clientCertificates: ["*": .files(chain: chain, key: key)])
                        let root = TestCertificates.authority
                        let found = try await failure(settings, requiring: root)
                        #expect(found == nil)
                    }
                }
            }
        }

        @Test(.timeLimit(.minutes(5)), arguments: ["secret", "other", nil])
        func `an encrypted key needs its password`(password: String?) async throws {
            try await withAuthority { roots in
                let pair = ClientCertificate.pem(
                    chain: Array(TestCertificates.client.utf8),
                    key: Array(TestCertificates.encryptedKey.utf8), password: password)
                let settings = HTTPSettings(
                    extraTrustRoots: roots, clientCertificates: ["localhost": pair])
                let failure = try await failure(settings, requiring: TestCertificates.authority)
                #expect(failure?.kind == (password == "secret" ? nil : .tls))
                #expect(failure?.reason.hasSuffix("its password is wrong") ?? true)
            }
        }

        @Test(.timeLimit(.minutes(5)), .enabled(if: Program.have("openssl")))
        func `a server without the client's certificate refuses, and others get none`()
            async throws
        {
            // nginx answers without a certificate; OpenSSL's server refuses in the handshake.
            let server = try await Program("openssl") { _, _ in
                [
                    "certificate.pem": TestCertificates.issued + "\n",
                    "key.pem": TestCertificates.key + "\n",
                    "root.pem": TestCertificates.authority + "\n",
                ]
            } _: { port, folder in
                [
                    "s_server", "-accept", "127.0.0.1:\(port)", "-cert",
                    "\(folder)/certificate.pem",
                    "-key", "\(folder)/key.pem", "-Verify", "2", "-verify_return_error", "-CAfile",
                    "\(folder)/root.pem", "-www",
                ]
            }
            try await withAuthority { roots in
                let settings = HTTPSettings(
                    extraTrustRoots: roots, clientCertificates: ["other.example": Self.pair])
                let transport = CurlTransport(settings)
                let failure = await loadFailure {
                    try await transport.exchange(
                        HTTPExchange(url: "https://localhost:\(server.port)/a")
                    ).bytes()
                }
                #expect(failure?.kind == .tls)
                #expect(
                    failure?.reason.hasSuffix("the server requires a client certificate") == true,
                    "\(failure?.reason ?? "")")
            }
        }

        @Test(
            .timeLimit(.minutes(5)),
            arguments: [
                (ClientCertificate.files(chain: "/no/chain", key: "/no/key"), "/no/chain"),
                (.pem(chain: Array(TestCertificates.client.utf8), key: [1, 2]), "in memory"),
                (.pem(chain: [], key: Array(TestCertificates.key.utf8)), "in memory"),
            ])
        func `a client certificate that cannot be read is named`(
            certificate: ClientCertificate, words: String
        ) async throws {
            let failure = try await failure(
                HTTPSettings(clientCertificates: ["localhost": certificate]))
            #expect(failure?.kind == .tls)
            #expect(failure?.reason.contains(words) == true)
        }

        @Test(
            .timeLimit(.minutes(5)),
            arguments: [
                ["localhost": [key]], ["*": [otherKey, "sha256//" + key]],
                ["*": [otherKey], "localhost": [key]], ["other.example": [otherKey]],
            ])
        func `a server with a pinned key is taken`(pins: [String: Set<String>]) async throws {
            try await withAuthority { roots in
                let settings = HTTPSettings(extraTrustRoots: roots, pinnedKeys: pins)
                let found = try await failure(settings)
                #expect(found == nil)
            }
        }

        @Test(
            .timeLimit(.minutes(5)),
            arguments: [
                ["localhost": [otherKey]], ["*": ["sha256//" + otherKey]], ["localhost": []],
                ["*": [key], "localhost": ["nonsense"]],
            ])
        func `a server with another key gets no request`(
            pins: [String: Set<String>]
        ) async throws {
            try await withAuthority { roots in
                for policy in [NetworkPolicy(ports: nil, allowed: ["127.0.0.0/8", "::1"]), nil] {
                    let settings = HTTPSettings(extraTrustRoots: roots, pinnedKeys: pins)
                    let failure = try await failure(settings, policy: policy)
                    #expect(failure?.kind == .tls)
                    #expect(
                        failure?.reason.contains(
                            "the server's key is not pinned; it has sha256//\(Self.key)") == true)
                }
            }
        }

        @Test(arguments: [
            ("https://xn--bcher-kva.example/", "B\u{fc}cher.example"),
            ("https://b\u{fc}cher.example/", "xn--bcher-kva.example"),
            ("https://a.example./", "a.example"), ("https://a.example/", "A.example."),
            ("https://[::1]/", "[0::1]"), ("https://[0:0::1]:8443/", "::1"),
            ("https://127.1/", "127.0.0.1"),
        ])
        func `a pin counts in each spelling of its host`(url: String, host: String) throws {
            let rules = HostRules(HTTPSettings(pinnedKeys: [host: [Self.key]]), [:])
            func pins(_ url: String) throws -> String? {
                try rules.settings(for: HTTPAddress(url).origin, under: nil).pins
            }
            #expect(try pins(url) == "sha256//" + Self.key)
            #expect(try pins("https://other.example") == nil)
        }

        @Test(.timeLimit(.minutes(5)))
        func `a pinned key alone makes no certificate trusted`() async throws {
            let failure = try await failure(HTTPSettings(pinnedKeys: ["*": [Self.key]]))
            #expect(failure?.reason.contains("unknown issuer") == true)
        }
    }
#endif
