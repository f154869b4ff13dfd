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

        @Test func `of two generations the older one goes`() async throws {
            let server = try await server()
            let files = RecentFiles()
            let key = { (number: Int) in RecentFiles.Key(target: "\(number)", accept: nil) }
            let first = RecentFiles.Key(target: TestServer.picture, accept: nil)
            let entry = try #require(server.server.core.recent[first])
            for number in 0..<1_024 { files.insert(entry, for: key(number)) }
            #expect(files[key(0)] != nil)
            files.insert(entry, for: key(5_000))
            #expect(files[key(1)] != nil)
            for number in 2_000..<4_048 { files.insert(entry, for: key(number)) }
            #expect(files[key(1)] == nil && files[key(4_047)] != nil)
            files.removeAll()
            #expect(files[key(4_047)] == nil)
        }

        @Test func `an animation whose frames have too many pixels is refused`() async throws {
            let server = try await TestServer()
            let call = call(server)
            var (metadata, limits) = (
                ImageMetadata(size: PixelSize(width: 10, height: 10)), LimitPlan()
            )
            metadata.frameCount = 5
            limits.maxPixels = 499
            #expect(throws: ServerFault.self) { try call.checkFrames(of: metadata, limits) }
            limits.maxPixels = 500
            try call.checkFrames(of: metadata, limits)
            (limits.maxPixels, limits.maxFrames) = (200, 2)
            try call.checkFrames(of: metadata, limits)
            limits.maxFramePixels = 99
            #expect(throws: ServerFault.self) { try call.checkFrames(of: metadata, limits) }
            limits.maxFrames = 1
            try call.checkFrames(of: metadata, limits)
        }
    }
#endif
