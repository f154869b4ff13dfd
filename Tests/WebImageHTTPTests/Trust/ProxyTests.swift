#if HTTP
    import TestSupport
    import Testing
    import WebImageCaching
    import WebImageLoading
    import WebImagePipeline
    import WebImageTesting

    @testable import WebImageHTTP

    /// Exchanges through proxies.
    struct ProxyTests {
        private func transport(_ environment: [String: String]) -> CurlTransport {
            CurlTransport(
                HTTPSettings(proxy: .environment), isShared: false, environment: environment)
        }

        @Test(.timeLimit(.minutes(5)))
        func `http is forwarded by the proxy, with its credentials`() async throws {
            let proxy = try OriginServer()
            proxy.reply("http://pictures.example:8080/a", with: OriginReply(body: [7]))
            proxy.reply("http://other.example/", with: OriginReply(body: [8]))
            let transport = transport(["http_proxy": "http://me:pw@127.0.0.1:\(proxy.port)"])
            let first = try await transport.exchange(
                HTTPExchange(url: "http://pictures.example:8080/a?b=c", headers: ["Host": "x"]))
            #expect(first.head.url == "http://pictures.example:8080/a?b=c")
            #expect(try await first.bytes() == [7])
            let second = try await transport.exchange(HTTPExchange(url: "http://other.example"))
            #expect(try await second.bytes() == [8])
            #expect(
                proxy.requests.map(\.path)
                    == ["http://pictures.example:8080/a?b=c", "http://other.example/"])
            #expect(
                proxy.requests.map { $0["Host"] } == ["pictures.example:8080", "other.example"])
            #expect(proxy.requests.allSatisfy { $0["Proxy-Authorization"] == "Basic bWU6cHc=" })
            await transport.shutdown()
        }

        @Test(.timeLimit(.minutes(5)))
        func `a path whose escapes are no UTF-8 is forwarded, and a failing proxy is named`()
            async throws
        {
            let proxy = try OriginServer()
            proxy.reply("http://pictures.example/K%F6ln", with: OriginReply(body: [7]))
            let good = transport(["http_proxy": "127.0.0.1:\(proxy.port)"])
            let answer = try await good.exchange(
                HTTPExchange(url: "http://pictures.example/K%F6ln"))
            #expect(try await answer.bytes() == [7])
            await good.shutdown()
            let bad = transport(["http_proxy": "127.0.0.1:1"])
            let failure = await loadFailure {
                try await bad.exchange(HTTPExchange(url: "http://pictures.example/"))
            }
            #expect(failure?.kind == .connectionFailed)
            #expect(
                failure?.reason
                    == "http://pictures.example/: no connection to the proxy 127.0.0.1:1 (refused)")
            await bad.shutdown()
        }

        @Test(.timeLimit(.minutes(5)))
        func `a host of no_proxy is reached directly, without credentials of the proxy`()
            async throws
        {
            let (origin, proxy) = (try OriginServer(), try OriginServer())
            origin.reply("/a", with: OriginReply(body: [7]))
            let transport = transport([
                "http_proxy": "http://me:pw@127.0.0.1:\(proxy.port)", "no_proxy": "127.0.0.1",
            ])
            let policy = NetworkPolicy(ports: nil, allowed: ["127.0.0.0/8"])
            for networkPolicy in [policy, nil] {
                let answer = try await transport.exchange(
                    HTTPExchange(
                        url: origin.url("/a"), limits: LoadLimits(networkPolicy: networkPolicy)))
                #expect(try await answer.bytes() == [7])
            }
            #expect(origin.requests.allSatisfy { $0["Proxy-Authorization"] == nil })
            #expect(proxy.requests.isEmpty)
            await transport.shutdown()
        }

        /// A policy through a proxy at 127.0.0.1.
        struct Judged: Sendable {
            let url: String
            let allowed: [AddressRange]
            var allowsNames = false
            let isSent: Bool
        }

        @Test(
            .timeLimit(.minutes(5)),
            arguments: [
                Judged(url: "http://127.0.0.9/a", allowed: ["127.0.0.0/8"], isSent: true),
                Judged(url: "http://127.0.0.9/a", allowed: ["127.0.0.1"], isSent: false),
                Judged(url: "http://0x7f.9/a", allowed: ["127.0.0.1"], isSent: false),
                Judged(url: "http://h.example/a", allowed: ["127.0.0.1"], isSent: false),
                Judged(
                    url: "http://h.example/a", allowed: ["127.0.0.1"], allowsNames: true,
                    isSent: true),
                Judged(
                    url: "http://127.0.0.9/a", allowed: ["127.0.0.1"], allowsNames: true,
                    isSent: false),
                Judged(
                    url: "http://h.example:81/a", allowed: ["127.0.0.1"], allowsNames: true,
                    isSent: false),
                Judged(url: "http://h.example/a", allowed: [], allowsNames: true, isSent: false),
            ])
        func `a policy checks a proxy, and the hosts behind it`(row: Judged) async throws {
            let proxy = try OriginServer()
            proxy.reply("http://h.example/a", with: OriginReply(body: [7]))
            proxy.reply("http://127.0.0.9/a", with: OriginReply(body: [7]))
            let transport = transport(["http_proxy": "localhost:\(proxy.port)"])
            var policy = NetworkPolicy(allowed: row.allowed + (row.isSent ? ["::1"] : []))
            policy.allowsProxyNames = row.allowsNames
            let failure = await loadFailure {
                let answer = try await transport.exchange(
                    HTTPExchange(url: row.url, limits: LoadLimits(networkPolicy: policy)))
                #expect(try await answer.bytes() == [7])
            }
            #expect(failure?.kind == (row.isSent ? nil : .refusedAddress))
            #expect(proxy.requests.isEmpty == !row.isSent)
            await transport.shutdown()
        }

        /// Starts tinyproxy, which asks for a name and a password.
        private static func tunnelProxy() async throws -> Program {
            try await Program("tinyproxy") { port, folder in
                let settings = """
                    Port \(port)
                    Listen 127.0.0.1
                    LogFile "\(folder)/log"
                    LogLevel Connect
                    BasicAuth me pw
                    """
                return ["settings": settings]
            } _: { _, folder in
                ["-d", "-c", "\(folder)/settings"]
            }
        }

        private static let hasTunnelProxy = SecureOrigin.isAvailable && Program.have("tinyproxy")

        @Test(.timeLimit(.minutes(5)), .enabled(if: hasTunnelProxy))
        func `https goes through a tunnel, with the credentials outside of it alone`()
            async throws
        {
            let proxy = try await Self.tunnelProxy()
            let origin = try await SecureOrigin(certificate: TestCertificates.issued)
            try await SecureOrigin.withTrustRoots(TestCertificates.authority) { roots in
                for (user, isGood) in [("me:pw", true), ("me:no", false)] {
                    let transport = CurlTransport(
                        HTTPSettings(
                            proxy: .environment, extraTrustRoots: roots,
                            pinnedKeys: ["*": ["nQduiCaIOAQhxO7OZg1Poxbsh3TNNi77BntS/jfBNEs="]]),
                        isShared: false,
                        environment: ["https_proxy": "\(user)@127.0.0.1:\(proxy.port)"])
                    let failure = await loadFailure {
                        let answer = try await transport.exchange(
                            HTTPExchange(url: "https://localhost:\(origin.port)/a"))
                        #expect(try await answer.bytes() == Array("ok".utf8))
                    }
                    #expect(
                        failure?.kind == (isGood ? nil : .connectionFailed), "\(failure as Any)")
                    #expect(failure?.reason.contains("the proxy refused") ?? isGood)
                    await transport.shutdown()
                }
            }
            #expect(await origin.requests(atLeast: 1).map { $0[0] } == ["localhost"])
            #expect(proxy.lines(of: "log").contains { $0.contains("localhost:\(origin.port)") })
        }

        @Test(.timeLimit(.minutes(5)), .enabled(if: hasTunnelProxy))
        func `a certificate that is refused behind a proxy is not trusted`() async throws {
            let proxy = try await Self.tunnelProxy()
            let origin = try await SecureOrigin(certificate: TestCertificates.issued)
            let transport = transport(["https_proxy": "me:pw@127.0.0.1:\(proxy.port)"])
            let failure = await loadFailure {
                try await transport.exchange(
                    HTTPExchange(url: "https://localhost:\(origin.port)/a"))
            }
            #expect(failure?.kind == .tls)
            #expect(
                failure?.reason.hasSuffix("unknown issuer of the server's certificate") == true,
                "\(failure as Any)")
            await transport.shutdown()
        }

        @Test(.timeLimit(.minutes(5)), .enabled(if: Program.have("microsocks")))
        func `SOCKS proxies look names up, and get credentials`() async throws {
            let proxy = try await Program("microsocks") { port, _ in
                ["-i", "127.0.0.1", "-p", "\(port)", "-u", "me", "-P", "pw"]
            }
            // The proxy tries one address of a name.
            let origin = try RawServer(on: "localhost") { connection, _ in
                _ = connection.readHead()
                connection.write("HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\n\u{7}")
            }
            for (password, isGood) in [("pw", true), ("no", false)] {
                let transport = CurlTransport(
                    HTTPSettings(
                        proxy: .socks(
                            host: "127.0.0.1", port: proxy.port, user: "me", password: password)))
                let failure = await loadFailure {
                    let answer = try await transport.exchange(
                        HTTPExchange(url: "http://localhost:\(origin.port)/a"))
                    #expect(try await answer.bytes() == [7])
                }
                #expect(failure?.kind == (isGood ? nil : .connectionFailed), "\(failure as Any)")
                await transport.shutdown()
            }
        }

        @Test(.timeLimit(.minutes(5)))
        func `a SOCKS4 proxy gets the user and the name`() async throws {
            let proxy = try RawServer { connection, _ in
                var asked = connection.read() ?? []
                // Version, command, port, the address of SOCKS4a, then two texts ended by zeros.
                while asked.dropFirst(8).count(where: { $0 == 0 }) < 2 {
                    guard let more = connection.read() else { return }
                    asked += more
                }
                guard asked.prefix(8) == [4, 1, 0, 80, 0, 0, 0, 1] || asked[7] != 0,
                    Array(asked.dropFirst(8)) == Array("me\0h.example\0".utf8)
                else { return }
                connection.write([0, 90, 0, 0, 0, 0, 0, 0])
                guard connection.readHead()?.hasPrefix("GET /a ") == true else { return }
                connection.write("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
                connection.drain()
            }
            let transport = CurlTransport(
                HTTPSettings(proxy: .socks4(host: "127.0.0.1", port: proxy.port, user: "me")))
            let answer = try await transport.exchange(HTTPExchange(url: "http://h.example/a"))
            #expect(try await answer.bytes() == Array("ok".utf8))
            await transport.shutdown()
        }

        @Test(.timeLimit(.minutes(5)), .enabled(if: SecureOrigin.isAvailable))
        func `a proxy over TLS is checked as a server is`() async throws {
            let proxy = try await SecureOrigin(certificate: TestCertificates.issued)
            try await SecureOrigin.withTrustRoots(TestCertificates.authority) { roots in
                for trusted in [roots, nil] {
                    let transport = CurlTransport(
                        HTTPSettings(
                            proxy: .https(host: "localhost", port: proxy.port),
                            extraTrustRoots: trusted))
                    let failure = await loadFailure {
                        let answer = try await transport.exchange(
                            HTTPExchange(url: "http://pictures.example/a"))
                        #expect(try await answer.bytes() == Array("ok".utf8))
                    }
                    #expect(failure?.kind == (trusted == nil ? .tls : nil), "\(failure as Any)")
                    await transport.shutdown()
                }
            }
        }
    }
#endif
