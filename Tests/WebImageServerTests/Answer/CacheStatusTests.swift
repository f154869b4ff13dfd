#if Server
    import HTTPTypes
    import HummingbirdCore
    import Testing
    import WebImage
    import WebImageURLs

    @testable import WebImageServer

    /// The part that the cache had in a response (RFC 9211).
    struct CacheStatusTests {
        @Test func `a file is new, then at hand, then confirmed`() async throws {
            let name = try #require(HTTPField.Name("Cache-Status"))
            let server = try await TestServer()
            let first = await server.ask(TestServer.picture).headers[name]
            #expect(first == "webimage-server; fwd=uri-miss; stored")
            let second = try #require(await server.ask(TestServer.picture).headers[name])
            #expect(second.hasPrefix("webimage-server; hit; ttl="))
            #expect(second.hasSuffix("; detail=memory"))
        }

        @Test(
            arguments: [
                ["Cache-Control": "no-store"], ["Cache-Control": "max-age=60, Private"],
                ["Cache-Control": "private, max-age=60"],
                ["Cache-Control": "max-age=60", "Vary": "*"],
            ] as [HeaderFields])
        func `what is not stored is not told to be`(headers: HeaderFields) async throws {
            let file = try TestServer.file()
            let name = try #require(HTTPField.Name("Cache-Status"))
            let loader = TestServer.loader { _, _ in (headers, file) }
            let server = try await TestServer(loader: loader, cacheMode: .shared)
            for _ in 0..<2 {
                let told = await server.ask(TestServer.picture).headers[name]
                #expect(told == "webimage-server; fwd=uri-miss")
            }
        }
    }
#endif
