#if HTTP
    import AsyncHTTPClient
    import NIOCore
    import NIOPosix
    import Testing
    import WebImageCaching
    import WebImageLoading
    import WebImagePipeline
    import WebImageTesting

    @testable import WebImageHTTP

    /// The period between the check of the address and the request.
    @Suite struct JudgedRouteTests {
        private let policy = NetworkPolicy(ports: nil, allowed: ["127.0.0.0/8"])

        private func exchange(
            _ url: String, over transport: AsyncHTTPClientTransport
        ) async throws -> [UInt8] {
            try await transport.exchange(
                HTTPExchange(url: url, limits: LoadLimits(networkPolicy: policy))
            ).bytes()
        }

        private func secureTransport(_ roots: String) -> AsyncHTTPClientTransport {
            AsyncHTTPClientTransport(
                HTTPSettings(extraTrustRoots: roots),
                resolver: HostResolver { _ in [IPAddress(v4: 0x7f00_0001)] })
        }

        @Test func `certificate, server name and Host are those of the name`() async throws {
            let origin = try await SecureOrigin()
            try await SecureOrigin.withTrustRoots { roots in
                let transport = secureTransport(roots)
                let url = "https://pictures.example:\(origin.port)/a"
                let bytes = try await exchange(url, over: transport)
                #expect(bytes == Array("ok".utf8))
                #expect(origin.serverNames == ["pictures.example"])
                #expect(origin.hosts == ["pictures.example:\(origin.port)"])
            }
        }

        @Test func `an international name is looked up in its ASCII form`() async throws {
            let origin = try OriginServer()
            origin.reply("/a", with: OriginReply(body: [7]))
            let transport = AsyncHTTPClientTransport(
                resolver: HostResolver { host in
                    host == "xn--r8jz45g.jp" ? [IPAddress(v4: 0x7f00_0001)] : []
                })
            let bytes = try await exchange("http://例え.jp:\(origin.port)/a", over: transport)
            #expect(bytes == [7])
            #expect(origin.requests.first?["Host"] == "xn--r8jz45g.jp:\(origin.port)")
        }

        @Test func `another name's certificate is refused at the judged address too`() async throws
        {
            let origin = try await SecureOrigin()
            try await SecureOrigin.withTrustRoots { roots in
                let transport = secureTransport(roots)
                for host in ["other.example", "127.0.0.1"] {
                    let failure = await loadFailure {
                        try await exchange("https://\(host):\(origin.port)/a", over: transport)
                    }
                    #expect(failure?.kind == .tls, "\(host)")
                }
                #expect(origin.hosts.isEmpty)
            }
        }

        @Test func `a connection to another peer carries no request`() async throws {
            let origin = try OriginServer()
            origin.reply("/a", with: OriginReply(body: [1]))
            let elsewhere = Route(
                host: "h.example", peer: IPAddress(v4: 0x7f00_0009), policy: policy)
            var configuration = HTTPClient.Configuration()
            ClientTable.bind(&configuration, to: elsewhere)
            // Simulates a change of the address between the check and the connection.
            configuration.dnsOverride = ["h.example": "127.0.0.1"]
            let client = OwnedClient(configuration)
            let request = HTTPClientRequest(url: "http://h.example:\(origin.port)/a")
            await #expect(throws: Route.OtherPeer.self) {
                try await client.client.execute(request, timeout: .seconds(60))
            }
            #expect(await origin.waitUntil { $0.openConnections == 0 })
            #expect(origin.requests.isEmpty)
        }

        @Test func `the peer is compared, whatever the spelling`() async throws {
            let origin = try OriginServer()
            for (peer, isSame) in [(0x7f00_0001, true), (0x7f00_0002, false)] as [(UInt32, Bool)] {
                let channel = try await ClientBootstrap(
                    group: MultiThreadedEventLoopGroup.singleton
                )
                .connect(host: "127.0.0.1", port: origin.port).get()
                let route = Route(host: "h.example", peer: IPAddress(v4: peer), policy: policy)
                if isSame {
                    try await route.check(channel).get()
                    try await channel.close().get()
                } else {
                    await #expect(throws: Route.OtherPeer.self) {
                        try await route.check(channel).get()
                    }
                    #expect(await eventually { !channel.isActive })
                    try? await channel.close().get()
                }
            }
        }

        @Test(arguments: [("h.example", true), ("127.0.0.1", false), ("[::1]", false)])
        func `only a name is given another address to connect to`(
            _ host: String, _ isName: Bool
        ) throws {
            var configuration = HTTPClient.Configuration()
            let peer = try #require(IPAddress("::1"))
            ClientTable.bind(&configuration, to: Route(host: host, peer: peer, policy: policy))
            #expect(configuration.dnsOverride == (isName ? [host: "::1"] : [:]))
            #expect(configuration.http1_1ConnectionDebugInitializer != nil)
            #expect(configuration.http2ConnectionDebugInitializer != nil)
        }

        @Test func `routes with a client are tried first`() throws {
            var table = ClientTable(HTTPSettings())
            let routes = (1...3).map {
                Route(host: "h.example", peer: IPAddress(v4: UInt32($0)), policy: policy)
            }
            let limits = LoadLimits()
            _ = try table.client(for: limits, routes[1])
            #expect(
                table.ordered(routes, for: limits) == [routes[1], routes[0], routes[2]])
        }

        @Test func `the system's resolver finds this machine`() async throws {
            let found = try await SystemResolver.addresses(of: "localhost")
            #expect(found.allSatisfy { AddressRule($0) == .loopback })
            #expect(!found.isEmpty)
            #expect(try await SystemResolver.addresses(of: "no-such-host.invalid").isEmpty)
        }

        /// Runs foreign code, which may block as long as a name server is silent.
        @Test func `a resolver of one's own runs on no event loop`() async throws {
            let resolver = HostResolver { _ in
                MultiThreadedEventLoopGroup.currentEventLoop == nil ? [] : [IPAddress(v4: 1)]
            }
            let place = try #require(LoopExecutor.ofHost("h.example"))
            let found = try await withTaskExecutorPreference(place) {
                try await resolver.addresses(of: "h.example", within: .seconds(60))
            }
            #expect(found == [])
        }

        @Test func `a cancelled look-up ends at once`() async throws {
            let task = Task { try await SystemResolver.addresses(of: "localhost") }
            task.cancel()
            _ = await task.result
            let late = Task {
                withUnsafeCurrentTask { $0?.cancel() }
                return try await SystemResolver.addresses(of: "localhost")
            }
            await #expect(throws: CancellationError.self) { try await late.value }
        }
    }
#endif
