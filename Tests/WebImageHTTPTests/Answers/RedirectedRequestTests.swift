#if HTTP
    import Testing
    import WebImageCaching
    import WebImageHTTP
    import WebImageLoading
    import WebImagePipeline
    import WebImageTesting
    import WebImageURLSession

    /// Rules for redirects over both transports.
    @Suite struct RedirectedRequestTests {
        enum Kind: CaseIterable {
            case curl, session

            func transport(_ rule: RedirectRule) -> any HTTPTransport {
                switch self {
                case .curl: CurlTransport(HTTPSettings(onRedirect: rule))
                case .session: URLSessionTransport(onRedirect: rule)
                }
            }
        }

        private let origin: OriginServer

        init() throws {
            origin = try OriginServer()
            origin.reply("/a", with: .redirect(to: "/b"))
            origin.reply("/b", with: OriginReply(body: [1]))
            origin.reply("/c", with: OriginReply(body: [2]))
        }

        private func load(
            _ kind: Kind, headers: HeaderFields = [:], limits: LoadLimits = LoadLimits(),
            _ rule: @escaping @Sendable (Redirect) -> Redirect?
        ) async throws -> [UInt8] {
            let transport = kind.transport(RedirectRule("test", rule))
            let request = LoadRequest(
                source: .url(origin.url("/a")), headers: headers, limits: limits)
            let bytes = try await HTTPLoader(transport).load(request).bytes()
            await transport.shutdown()
            return bytes
        }

        @Test(arguments: Kind.allCases)
        func `a rule refuses a redirect`(_ kind: Kind) async throws {
            let failure = await loadFailure { try await load(kind) { _ in nil } }
            #expect(failure?.kind == .redirect)
            #expect(origin.requests.map(\.path) == ["/a"])
        }

        @Test(arguments: Kind.allCases)
        func `a rule changes the next request`(_ kind: Kind) async throws {
            let bytes = try await load(kind, headers: ["X-Token": "t"]) { [origin] redirect in
                var redirect = redirect
                redirect.url = origin.url("/c")
                redirect.headers["X-Rule"] = "r"
                return redirect
            }
            #expect(bytes == [2])
            #expect(origin.requests.map(\.path) == ["/a", "/c"])
            #expect(origin.requests.map { $0["X-Token"] } == ["t", "t"])
            #expect(origin.requests.map { $0["X-Rule"] } == [nil, "r"])
        }

        @Test(arguments: Kind.allCases)
        func `another host gets no credentials`(_ kind: Kind) async throws {
            let other = try OriginServer()
            other.reply("/d", with: OriginReply(body: [3]))
            let headers: HeaderFields = ["Authorization": "Bearer x", "Cookie": "c=1"]
            let bytes = try await load(kind, headers: headers) { redirect in
                var redirect = redirect
                redirect.url = other.url("/d")
                redirect.headers["Authorization"] = "Bearer y"
                redirect.headers["X-Rule"] = "r"
                return redirect
            }
            #expect(bytes == [3])
            let sent = try #require(other.requests.first)
            #expect(sent["Authorization"] == nil)
            #expect(sent["Cookie"] == nil)
            #expect(sent["X-Rule"] == "r")
        }

        @Test func `a network policy judges the address of the rule`() async throws {
            let other = try OriginServer()
            other.reply("/d", with: OriginReply(body: [3]))
            let policy = NetworkPolicy(ports: nil, allowed: ["127.0.0.1"])
            let failure = await loadFailure {
                try await load(.curl, limits: LoadLimits(networkPolicy: policy)) { redirect in
                    var redirect = redirect
                    redirect.url = "http://127.0.0.2:\(other.port)/d"
                    return redirect
                }
            }
            #expect(failure?.kind == .refusedAddress)
            #expect(origin.requests.count == 1)
            #expect(other.requests.isEmpty)
        }
    }
#endif
