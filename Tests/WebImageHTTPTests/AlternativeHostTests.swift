#if HTTP
    import Testing
    import WebImageCaching
    import WebImageCoding
    import WebImageHTTP
    import WebImageInterceptors
    import WebImageLoading
    import WebImagePipeline
    import WebImageTesting

    /// The fields that origins see of a request with alternatives; an origin is a port here.
    struct AlternativeHostTests {
        private let first: OriginServer
        private let second: OriginServer
        private let pipeline: ImagePipeline

        init() throws {
            (first, second) = (try OriginServer(), try OriginServer())
            first.reply("/a", with: .status(503))
            pipeline = ImagePipeline(
                memory: MemoryCache(maxBytes: 1 << 20), disk: nil,
                loader: HTTPLoader(CurlTransport()), codecs: CodecList(decoders: [], encoders: []))
        }

        private func request(_ alternative: ImageAlternative) -> ImageRequest {
            var request = ImageRequest(first.url("/a"))
            request.headers = [
                "Authorization": "Bearer word", "Cookie": "session=1", "X-Api-Key": "word",
                "Proxy-Authorization": "Basic eDp5", "Referer": "http://in.test/?token=1",
                "Accept": "image/bmp", "User-Agent": "probe",
            ]
            request.interceptors = [
                .changeRequest("signed", effect: .delivery) { $0.headers["X-Signed"] = "word" }
            ]
            request.alternatives = [alternative]
            return request
        }

        /// Returns the names that an origin saw, without what a transport adds.
        private func names(_ origin: OriginServer) -> Set<String> {
            let added: Set = ["host", "accept-encoding", "connection"]
            return Set(origin.requests.last?.headers.map { $0.name.lowercased() } ?? [])
                .subtracting(added)
        }

        @Test func `another origin sees nothing that speaks for the caller`() async throws {
            second.reply("/b", with: OriginReply(body: [7]))
            let data = try await pipeline.data(
                for: request(.source(.url(second.url("/b?key=own")))))
            #expect(data.bytes.count == 1)
            #expect(
                names(first).isSuperset(of: ["authorization", "cookie", "referer", "x-signed"]))
            #expect(names(second) == ["accept", "user-agent"])
            #expect(second.requests.map(\.path) == ["/b?key=own"])
        }

        @Test func `the same origin sees all`() async throws {
            first.reply("/b", with: OriginReply(body: [7]))
            _ = try await pipeline.data(for: request(.source(.url(first.url("/b")))))
            let requests = first.requests
            #expect(requests.map(\.path) == ["/a", "/b"])
            for name in ["Authorization", "Cookie", "Referer", "X-Api-Key", "X-Signed"] {
                #expect(requests.last?[name] == requests.first?[name])
            }
        }

        @Test func `its own credentials go with a URL, and its own fields with a request`()
            async throws
        {
            second.reply("/b", with: OriginReply(body: [7]))
            let url = "http://me:word@127.0.0.1:\(second.port)/b"
            _ = try await pipeline.data(for: request(.source(.url(url))))
            #expect(second.requests.last?["Authorization"] == "Basic bWU6d29yZA==")
            let own = ImageRequest(second.url("/b"), headers: ["X-Api-Key": "other"])
            _ = try await pipeline.data(for: request(.request(own)))
            #expect(second.requests.last?["X-Api-Key"] == "other")
            #expect(names(second).isDisjoint(with: ["authorization", "cookie", "referer"]))
        }

        @Test func `no connection, too few bytes and no HTTP are mended`() async throws {
            second.reply("/b", with: OriginReply(body: [7]))
            first.reply("/short", with: OriginReply(body: [1, 2]).claimingLength(9))
            first.reply("/garbage", with: .garbage(Array("no HTTP\r\n\r\n".utf8)))
            let closed = try ClosedPort()
            let urls = [
                first.url("/short"), first.url("/garbage"),
                "http://127.0.0.1:\(closed.port)/a", "http://no-such-host.invalid/a",
            ]
            for url in urls {
                var request = ImageRequest(url)
                request.alternatives = [.source(.url(second.url("/b")))]
                #expect(try await pipeline.data(for: request).bytes.count == 1, "\(url)")
            }
        }
    }
#endif
