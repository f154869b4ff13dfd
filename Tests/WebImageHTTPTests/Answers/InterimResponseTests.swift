#if HTTP
    import Testing
    import WebImageCaching
    import WebImageCoding
    import WebImageHTTP
    import WebImageLoading
    import WebImagePipeline
    import WebImageTesting

    /// Interim responses over HTTP/2, and between the responses of one connection.
    @Suite(.enabled(if: SecureOrigin.isAvailable)) struct InterimResponseTests {
        @Test(arguments: [true, false], [16, 17])
        func `over HTTP/2 as many are passed over as over HTTP/1`(
            decompresses: Bool, interimCount: Int
        ) async throws {
            let origin = try await ScriptedHTTP2(ScriptedHTTP2.response(after: interimCount))
            try await SecureOrigin.withTrustRoots { roots in
                let transport = Self.transport(roots, decompresses: decompresses)
                let failure = await loadFailure {
                    let answer = try await transport.exchange(Self.exchange(origin.port))
                    #expect(try await answer.bytes() == Array("ok".utf8))
                }
                #expect(failure?.kind == (interimCount > 16 ? .tooLarge : nil))
            }
        }

        @Test(arguments: ["/K%F6ln.png?x=%F6", "/%C3%B6", "/a?b"])
        func `a path is sent over HTTP/2 as it is`(target: String) async throws {
            let origin = try await SecureOrigin(http2: true)
            try await SecureOrigin.withTrustRoots { roots in
                let answer = try await Self.transport(roots).exchange(
                    Self.exchange(origin.port, target))
                #expect(try await answer.bytes() == Array("ok".utf8))
            }
            let request = try #require(await origin.requests(atLeast: 1).first)
            #expect(request.suffix(2) == ["HTTP/2.0", target])
        }

        @Test(.timeLimit(.minutes(5)))
        func `the time in which a body is sent does not count`() async throws {
            let fixture = try Fixture()
            fixture.origin.reply("/post", with: OriginReply(body: [7]))
            var failure: LoadFailure?
            // On a busy machine a pause may exceed the idle time-out.
            for unit in [Duration.milliseconds(100), .seconds(1), .seconds(5)] {
                let exchange = HTTPExchange(
                    url: fixture.origin.url("/post"), method: "POST",
                    body: Self.body(16, every: unit),
                    limits: LoadLimits(connectTimeout: unit * 6, idleTimeout: unit * 6))
                failure = await loadFailure { try await fixture.transport.exchange(exchange) }
                if failure == nil { break }
            }
            #expect(failure == nil)
        }

        private static func transport(
            _ roots: String, decompresses: Bool = true
        ) -> CurlTransport {
            CurlTransport(
                HTTPSettings(extraTrustRoots: roots, decompresses: decompresses),
                resolver: HostResolver { _ in [IPAddress(v4: 0x7f00_0001)] })
        }

        private static func exchange(_ port: Int, _ target: String = "/a") -> HTTPExchange {
            let policy = NetworkPolicy(ports: nil, allowed: ["127.0.0.0/8"])
            return HTTPExchange(
                url: "https://pictures.example:\(port)\(target)",
                limits: LoadLimits(networkPolicy: policy))
        }

        /// Returns a body of pieces with a pause before each.
        private static func body(_ count: Int, every pause: Duration) -> RequestBody {
            RequestBody(identity: "slow", byteCount: nil) {
                let blocks = Array(repeating: ByteBlock(copying: [5]), count: count)
                return BodyStream(
                    BodyStream(blocks).map { block in
                        try await Task.sleep(for: pause)
                        return block
                    })
            }
        }
    }
#endif
