#if HTTP
    import Testing
    import WebImageCaching
    import WebImageLoading
    import WebImagePipeline
    import WebImageTesting

    @testable import WebImageHTTP

    /// The period between the check of the address and the request.
    @Suite(.enabled(if: SecureOrigin.isAvailable)) struct JudgedRouteTests {
        private let policy = NetworkPolicy(ports: nil, allowed: ["127.0.0.0/8"])

        private func exchange(
            _ url: String, over transport: CurlTransport
        ) async throws -> [UInt8] {
            try await transport.exchange(
                HTTPExchange(url: url, limits: LoadLimits(networkPolicy: policy))
            ).bytes()
        }

        private func secureTransport(_ roots: String) -> CurlTransport {
            CurlTransport(
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
                let request = try #require(await origin.requests(atLeast: 1).first)
                #expect(request[0] == "pictures.example")
                #expect(request[1] == "pictures.example:\(origin.port)")
            }
        }

        @Test func `an international name is looked up in its ASCII form`() async throws {
            let origin = try OriginServer()
            origin.reply("/a", with: OriginReply(body: [7]))
            let transport = CurlTransport(
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
                #expect(await origin.requests().isEmpty)
            }
        }

        @Test func `an address that was not checked is not connected to`() async throws {
            let origin = try OriginServer()
            origin.reply("/a", with: OriginReply(body: [1]))
            var request = CurlRequest(url: "http://h.example:\(origin.port)/a", method: "GET")
            // Simulates a change of the address between the check and the connection.
            request.addresses = "h.example:\(origin.port):127.0.0.1"
            request.connection.policy = NetworkPolicy(ports: nil, allowed: ["127.0.0.9"])
            let context = FailureContext(url: request.url, limits: LoadLimits())
            let loop = try CurlTransport.loop(context)
            let transfer = CurlTransfer(request, context, over: ConnectionCache(on: loop))
            transfer.begin()
            let failure = await loadFailure { try await transfer.next() }
            #expect(failure?.kind == .refusedAddress)
            #expect(origin.openConnections == 0)
            #expect(origin.requests.isEmpty)
        }

        @Test func `the system's resolver finds this machine`() async throws {
            let found = SystemNames.addresses(of: "localhost")
            #expect(found.allSatisfy { AddressRule($0) == .loopback })
            #expect(!found.isEmpty)
            #expect(SystemNames.addresses(of: "no-such-host.invalid").isEmpty)
        }

        /// Runs foreign code, which may block as long as a name server is silent.
        @Test func `a resolver of one's own runs on another thread than connections`() async throws
        {
            let place = try #require(CurlLoop.shared)
            let resolver = HostResolver { _ in place.isCurrent ? [IPAddress(v4: 1)] : [] }
            let found = try await withTaskExecutorPreference(place) {
                try await resolver.addresses(of: "h.example", within: .seconds(60))
            }
            #expect(found == [])
        }

        @Test(.timeLimit(.minutes(1)))
        func `a look-up that goes on all the same ends when cancelled, and after its time`()
            async throws
        {
            let resolver = HostResolver { _ in
                await Task { try? await Task.sleep(for: .seconds(120)) }.value
                return []
            }
            let found = try await resolver.addresses(of: "h.example", within: .milliseconds(1))
            #expect(found == nil)
            let late = Task { try await resolver.addresses(of: "h.example", within: .seconds(99)) }
            late.cancel()
            await #expect(throws: CancellationError.self) { try await late.value }
        }
    }
#endif
