#if HTTP
    import Glibc
    import Synchronization
    import Testing
    import WebImageCaching
    import WebImageHTTP
    import WebImageLoading
    import WebImagePipeline
    import WebImageRuntime
    import WebImageTesting

    /// Loads under a policy, with a listener that they must not reach.
    @Suite struct NetworkPolicyTests {
        let origin: OriginServer
        let forbidden: ForbiddenListener

        init() throws {
            origin = try OriginServer()
            forbidden = try ForbiddenListener()
        }

        /// The origin's address and no other of this machine, at every port.
        private var policy: NetworkPolicy { NetworkPolicy(ports: nil, allowed: ["127.0.0.1"]) }

        private func load(
            _ url: String, _ policy: NetworkPolicy, _ resolver: HostResolver = .system
        ) async throws -> LoadedBody {
            let transport = CurlTransport(resolver: resolver)
            return try await HTTPLoader(transport).load(
                LoadRequest(
                    source: .url(url), limits: LoadLimits(networkPolicy: policy)))
        }

        private func failure(
            _ url: String, _ policy: NetworkPolicy, _ resolver: HostResolver = .system
        ) async -> LoadFailure? {
            await loadFailure { try await load(url, policy, resolver).bytes() }
        }

        /// Returns a resolver that gives one answer after the other, and repeats the last one.
        private func resolver(_ answers: [String]...) -> (HostResolver, Names) {
            let names = Names(answers.map { $0.compactMap { IPAddress($0) } })
            return (HostResolver { names.next(for: $0) }, names)
        }

        private final class Names: Sendable {
            private let state: Mutex<(answers: [[IPAddress]], asked: [String])>
            init(_ answers: [[IPAddress]]) { state = Mutex((answers, [])) }
            var asked: [String] { state.withLock(\.asked) }

            func next(for host: String) -> [IPAddress] {
                state.withLock { state in
                    state.asked.append(host)
                    return state.answers.count > 1
                        ? state.answers.removeFirst() : state.answers.first ?? []
                }
            }
        }

        @Test func `without a policy the listener is within reach`() async throws {
            let transport = CurlTransport()
            let limits = LoadLimits(idleTimeout: .milliseconds(200))
            _ = await loadFailure {
                try await transport.exchange(
                    HTTPExchange(url: "http://127.0.0.2:\(forbidden.port)/", limits: limits))
            }
            // The kernel accepts the connection; the listener sees it in its next turn.
            #expect(await eventually { forbidden.acceptCount == 1 })
        }

        @Test(arguments: [
            "127.0.0.1", "localhost", "LOCALHOST", "127.0.0.2", "127.1",
            "2130706433", "0x7f000001", "0X7F.1", "0177.0.0.1", "017700000001", "127.0.0.1.", "0",
            "0.0.0.0", "[::1]", "[::]", "[0:0:0:0:0:0:0:1]", "[::ffff:127.0.0.1]",
            "[::ffff:7f00:1]", "[::127.0.0.1]", "[64:ff9b::7f00:1]", "[64:ff9b:1::7f00:1]",
            "[2002:7f00:1::]", "[2001:0:7f00:1::80ff:fffe]", "[fe80::5efe:7f00:1]",
        ])
        func `no spelling of this machine reaches it`(_ host: String) async {
            let url = "http://\(host):\(forbidden.port)/"
            let failure = await failure(url, NetworkPolicy(ports: nil))
            #expect(failure?.kind == .refusedAddress)
            #expect(failure?.reason.contains("its address is") == true)
            #expect(forbidden.acceptCount == 0)
        }

        @Test(arguments: [
            "http://127.0.0.1%2f@127.0.0.2:PORT/", "http://127.0.0.1@127.0.0.2:PORT/",
            "http://127.0.0.1:80@127.0.0.2:PORT/", "http://127.0.0.1#@127.0.0.2:PORT/",
            "http://127.0.0.2:PORT\\@127.0.0.1/", "http://127.0.0.1\t@[::1]:PORT/",
            "http://[::1]:PORT/", "//127.0.0.2:PORT/", "http:\\\\127.0.0.2:PORT/",
            "http://①②⑦.⓪.⓪.②:PORT/", "http://127。0。0。2:PORT/", "http://%31%32%37.2:PORT/",
            "http://[fe80::1%25lo]:PORT/", "http://localhost.:PORT/",
        ])
        func `no trick of writing reaches it`(_ template: String) async {
            let url = template.replacing("PORT", with: "\(forbidden.port)")
            await #expect(throws: LoadFailure.self) {
                // The origin's port is not 80: a URL that means the origin is rejected too.
                try await load(url, policy).bytes()
            }
            #expect(forbidden.acceptCount == 0)
        }

        @Test(arguments: [
            "http://127.0.0.2:PORT/", "http://[::1]:PORT/", "http://0.0.0.0:PORT/",
            "http://127.2:PORT/", "//[::ffff:127.0.0.2]:PORT/", "http://inside.example:PORT/",
        ])
        func `no redirect reaches it`(_ template: String) async {
            let target = template.replacing("PORT", with: "\(forbidden.port)")
            origin.reply("/a", with: .redirect(to: target))
            let (resolver, _) = resolver(["127.0.0.2"])
            let failure = await failure(origin.url("/a"), policy, resolver)
            #expect(failure?.kind == .refusedAddress)
            #expect(origin.requestCount("/a") == 1)
            #expect(forbidden.acceptCount == 0)
        }

        @Test func `a name that changes its address is followed nowhere`() async throws {
            origin.reply("/a", with: OriginReply(body: [1]))
            origin.reply("/b", with: .redirect(to: "http://two.example:\(forbidden.port)/"))
            let (resolver, names) = resolver(["127.0.0.1"], ["127.0.0.2"])
            let url = "http://one.example:\(origin.port)"
            let transport = CurlTransport(resolver: resolver)
            let limits = LoadLimits(networkPolicy: policy)
            let first = try await transport.exchange(HTTPExchange(url: url + "/a", limits: limits))
            #expect(try await first.bytes() == [1])
            #expect(names.asked == ["one.example"], "a hop is resolved once")
            #expect(origin.requests.first?["Host"] == "one.example:\(origin.port)")
            // The open connection to the address allowed before must not serve it now either.
            let second = await loadFailure {
                try await transport.exchange(HTTPExchange(url: url + "/a", limits: limits))
            }
            #expect(second?.kind == .refusedAddress)
            #expect(origin.requestCount("/a") == 1)
            #expect(await failure(origin.url("/b"), policy, resolver)?.kind == .refusedAddress)
            #expect(forbidden.acceptCount == 0)
        }

        @Test func `one forbidden address among others refuses the host`() async {
            origin.reply("/a", with: OriginReply(body: [1]))
            for addresses in [["127.0.0.1", "127.0.0.2"], ["10.0.0.1", "127.0.0.1"]] {
                let (resolver, _) = resolver(addresses)
                let failure = await failure("http://h.example:\(origin.port)/a", policy, resolver)
                #expect(failure?.kind == .refusedAddress)
                #expect(failure?.reason.contains("h.example") == true)
                #expect(addresses.allSatisfy { failure?.reason.contains($0) == false })
            }
            #expect(origin.requests.isEmpty)
        }

        @Test func `scheme and port are judged before anything is asked`() async {
            let (resolver, names) = resolver(["127.0.0.1"])
            var policy = NetworkPolicy(allowed: ["127.0.0.1"])
            let url = "http://h.example:\(origin.port)/a"
            #expect(await failure(url, policy, resolver)?.reason.contains("port") == true)
            policy.ports = nil
            policy.schemes = ["https"]
            #expect(await failure(url, policy, resolver)?.reason.contains("scheme") == true)
            #expect(names.asked.isEmpty)
            #expect(origin.requests.isEmpty)
        }

        @Test(arguments: ["127.0.0.1", "127.1", "[::ffff:127.0.0.1]", "localhost.example"])
        func `what is allowed is loaded`(_ host: String) async throws {
            origin.reply("/a", with: OriginReply(body: [1]))
            let (resolver, _) = resolver(["127.0.0.1"])
            let policy = NetworkPolicy(ports: [origin.port], allowed: ["127.0.0.1/32"])
            let answer = try await load("http://\(host):\(origin.port)/a?q", policy, resolver)
            #expect(try await answer.bytes() == [1])
            #expect(origin.requests.first?.path == "/a?q")
        }

        @Test func `the next address is tried where the first is closed`() async throws {
            origin.reply("/a", with: OriginReply(body: [1]))
            let (resolver, names) = resolver(["127.0.0.3", "127.0.0.1"])
            let policy = NetworkPolicy(ports: nil, allowed: ["127.0.0.0/8"])
            let answer = try await load("http://h.example:\(origin.port)/a", policy, resolver)
            #expect(try await answer.bytes() == [1])
            #expect(names.asked.count == 1)
        }

        @Test func `connections are used again under one policy, not under another`() async throws {
            origin.reply("/a", with: OriginReply(body: [1]))
            let (resolver, _) = resolver(["127.0.0.1"])
            let transport = CurlTransport(resolver: resolver)
            for (maxRedirects, count) in [(1, 1), (1, 1), (2, 2)] {
                var policy = policy
                policy.maxRedirects = maxRedirects
                let answer = try await transport.exchange(
                    HTTPExchange(
                        url: "http://h.example:\(origin.port)/a",
                        limits: LoadLimits(networkPolicy: policy)))
                #expect(try await answer.bytes() == [1])
                #expect(origin.openConnections == count)
            }
        }

        @Test func `redirects, header fields and bodies have bounds`() async {
            origin.reply("/a", with: .redirect(to: "/a"))
            var policy = policy
            policy.maxRedirects = 2
            #expect(await failure(origin.url("/a"), policy)?.kind == .redirect)
            #expect(origin.requestCount("/a") == 3)
            policy.maxHeaderBytes = 1000
            let long = String(repeating: "x", count: 1000)
            origin.reply("/b", with: OriginReply(headers: [("X-Long", long)], body: [1]))
            #expect(await failure(origin.url("/b"), policy)?.kind == .tooLarge)
            policy.maxBodyBytes = 99
            origin.reply("/c", with: OriginReply(body: pattern(100)).chunked(size: 10))
            #expect(await failure(origin.url("/c"), policy)?.kind == .tooLarge)
        }

        @Test func `a name without an address is a host not found`() async {
            let (resolver, _) = resolver([])
            #expect(await failure("http://h.example/", policy, resolver)?.kind == .hostNotFound)
            // A slow name server is not a time-out of the connection.
            let limits = LoadLimits(connectTimeout: .seconds(120), networkPolicy: policy)
            let system = await loadFailure {
                try await CurlTransport().exchange(
                    HTTPExchange(url: "http://no-such-host.invalid/", limits: limits))
            }
            #expect(system?.kind == .hostNotFound)
        }

        @Test func `a resolver that says nothing is a time-out`() async {
            let resolver = HostResolver { _ in
                try await Task.sleep(for: .seconds(3600))
                return []
            }
            let transport = CurlTransport(resolver: resolver)
            let limits = LoadLimits(connectTimeout: .milliseconds(100), networkPolicy: policy)
            let failure = await loadFailure {
                try await transport.exchange(HTTPExchange(url: "http://h.example/", limits: limits))
            }
            #expect(failure?.kind == .timedOut)
        }

        @Test func `proxies of the environment are ignored`() async {
            // In a process of its own, since all tests of this one share the environment.
            await #expect(processExitsWith: .success) {
                let origin = try OriginServer()
                let proxy = try OriginServer()
                origin.reply("/a", with: OriginReply(body: [1]))
                for name in ["http_proxy", "HTTP_PROXY", "https_proxy", "all_proxy", "ALL_PROXY"] {
                    setenv(name, "http://127.0.0.1:\(proxy.port)", 1)
                }
                let policy = NetworkPolicy(ports: nil, allowed: ["127.0.0.1"])
                for networkPolicy in [policy, nil] {
                    let answer = try await CurlTransport().exchange(
                        HTTPExchange(
                            url: origin.url("/a"), limits: LoadLimits(networkPolicy: networkPolicy))
                    )
                    let bytes = try await answer.bytes()
                    #expect(bytes == [1])
                }
                #expect(proxy.requests.isEmpty)
            }
        }
    }
#endif
