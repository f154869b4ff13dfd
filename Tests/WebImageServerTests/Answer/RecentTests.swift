#if Server
    import FoundationEssentials
    import HTTPTypes
    import HummingbirdCore
    import Testing
    import WebImage
    import WebImageTesting
    import WebImageURLs

    @testable import WebImageServer

    /// Files that are at hand for equal requests.
    struct RecentTests {
        /// Returns a call of a picture, as of some seconds later.
        private func call(
            _ server: TestServer, after seconds: Double = 0, _ fields: HeaderFields = [:],
            _ target: String = TestServer.picture
        ) -> ServerCall {
            let core = server.server.core
            let record = RequestRecord(
                core, method: "GET", target: target, [:], at: Date() + seconds)
            return ServerCall(core: core, fields: fields, connection: nil, record: record)
        }

        /// Returns a server that has answered a picture twice, the second time from memory.
        private func server(_ change: (inout ServerSettings) -> Void = { _ in }) async throws
            -> TestServer
        {
            var settings = TestServer.quiet
            change(&settings)
            let server = try await TestServer(settings)
            for _ in 0..<2 { _ = await server.ask(TestServer.picture) }
            return server
        }

        @Test func `an equal request gets the file while it is fresh`() async throws {
            let server = try await server()
            let now = try #require(call(server).recent)
            #expect(now.fields["Cache-Control"]?.contains("max-age=60") == true)
            let later = try #require(call(server, after: 30).recent)
            #expect(later.fields["Age"].flatMap { Int($0) }.map { 29...31 ~= $0 } == true)
            #expect(call(server, after: 61).recent == nil)
        }

        @Test func `a condition is compared with the file's tag`() async throws {
            let server = try await server()
            let tag = try #require(call(server).recent?.fields["ETag"])
            #expect(call(server, ["If-None-Match": tag]).recent?.status == 304)
            #expect(call(server, ["If-None-Match": "\"x\""]).recent?.status == 200)
        }

        @Test func `another request gets nothing`() async throws {
            let server = try await server()
            #expect(call(server, ["Accept": "image/webp"]).recent == nil)
            #expect(call(server, [:], TestServer.picture + "x").recent == nil)
            let personal = try await self.server { $0.sources.cookies = .all }
            #expect(call(personal).recent == nil)
        }

        @Test func `the first answer, from the origin, is not kept`() async throws {
            let server = try await TestServer()
            _ = await server.ask(TestServer.picture)
            #expect(call(server).recent == nil)
        }

        @Test func `a large file is not kept`() async throws {
            let file = try TestServer.file(500, 200)
            let loader = ScriptedLoader(bytes: file, headers: ["Cache-Control": "max-age=60"])
            let server = try await TestServer(loader: loader)
            for _ in 0..<3 { _ = await server.ask(TestServer.picture) }
            #expect(call(server).recent == nil)
        }
    }
#endif
