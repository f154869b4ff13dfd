#if Server
    import FoundationEssentials
    import HTTPTypes
    import HummingbirdCore
    import Testing
    import WebImage
    import WebImageURLs

    @testable import WebImageServer

    /// The requests and answers of files.
    struct FileTests {
        private func call(
            _ fields: HeaderFields = [:], by rules: any AnswerRules = WebImageAnswers(),
            _ change: (inout ServerSettings) -> Void = { _ in }
        ) async throws -> ServerCall {
            var (settings, limits) = (TestServer.quiet, PipelineLimits())
            settings.answers = rules
            change(&settings)
            limits.decode.maxPixels = 1_000
            let core = try await TestServer(settings, limits: limits).server.core
            let record = RequestRecord(core, method: "GET", target: TestServer.picture, [:])
            return ServerCall(core: core, fields: fields, connection: nil, record: record)
        }

        @Test func `an animation whose frames have too many pixels is refused`() async throws {
            let call = try await call()
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

        @Test func `the server's own bounds of frames count where an address has none`()
            async throws
        {
            let call = try await call { settings in
                (settings.bounds.maxPixels, settings.bounds.maxFrames) = (200, 3)
            }
            var metadata = ImageMetadata(size: PixelSize(width: 10, height: 10))
            metadata.frameCount = 5
            #expect(throws: ServerFault.self) { try call.checkFrames(of: metadata, LimitPlan()) }
            var limits = LimitPlan()
            limits.maxFrames = 2
            try call.checkFrames(of: metadata, limits)
            metadata.frameCount = 1
            try call.checkFrames(of: metadata, LimitPlan())
        }

        @Test func `an address bounds pixels and bytes, and raises pixels by the rules alone`()
            async throws
        {
            var plan = ImagePlan(source: "http://a.test/a.bmp")
            let call = try await call()
            let usual = call.pipeline(for: plan).limits
            #expect(usual.decode.maxPixels == 1_000)
            (plan.limits.maxPixels, plan.limits.maxSourceBytes) = (2_000, 7)
            let limits = call.pipeline(for: plan).limits
            #expect(limits.decode.maxPixels == 2_000 && limits.load.maxBodyBytes == 7)
            plan.limits.maxSourceBytes = nil
            let other = try await self.call(by: ThumborAnswers()).pipeline(for: plan).limits
            #expect(other.decode.maxPixels == 1_000)
            #expect(other.load.maxBodyBytes == usual.load.maxBodyBytes)
            plan.limits.maxPixels = 500
            let lower = try await self.call(by: ThumborAnswers()).pipeline(for: plan).limits
            #expect(lower.decode.maxPixels == 500)
            (plan.limits.maxPixels, plan.limits.maxSourceBytes) = (nil, 9)
            #expect(call.pipeline(for: plan).limits.load.maxBodyBytes == 9)
        }

        @Test func `an origin's fields of one name are one list for the rules`() async throws {
            var fields = HeaderFields()
            fields.append("Cache-Control", "max-age=600")
            fields.append("cache-control", "Private")
            let call = try await call()
            let source = call.answered(fields, ImagePlan(source: "http://a.test/"))
            #expect(source.fields == ["cache-control": "max-age=600, Private"])
        }

        @Test(
            arguments: [
                ("source", "max-age=600", "Private", "private"),
                ("info", "max-age=600", "Private", "private"),
                ("format=bmp", "max-age=600", "Private", "private"),
                ("source", "no-store", "x", "no-store"), ("info", "no-store", "x", "no-store"),
                ("format=bmp", "no-cache, must-revalidate", "no-store", "no-store"),
            ])
        func `directives of several fields of an origin all count`(
            options: String, first: String, second: String, expected: String
        ) async throws {
            let file = try TestServer.file()
            let loader = TestServer.loader { _, _ in
                (["Cache-Control": first, "Cache-Control": second], file)
            }
            let response = await (try await TestServer(loader: loader)).ask(
                TestServer.target(options))
            #expect(response.status == .ok)
            let control = try #require(response.headers[.cacheControl])
            #expect(control.lowercased().contains(expected), "\(control)")
        }

        @Test func `a client's fields of accepted formats are one list`() async throws {
            var fields = HeaderFields()
            for type in ["text/html", "image/webp"] { fields.append("Accept", type) }
            let change = { (settings: inout ServerSettings) in
                settings.encoding.automatic = [.webp]
            }
            let plan = ImagePlan(source: "http://a.test/a.bmp")
            let several = try await call(fields, change).request(for: plan).name
            let one = try await call(["Accept": "text/html, image/webp"], change)
                .request(for: plan).name
            #expect(several == one)
            #expect(try await call([:], change).request(for: plan).name != one)
        }

        @Test func `an answer that the client has loses its body, and the fields of it`()
            async throws
        {
            let server = try await TestServer()
            let whole = await server.ask(TestServer.picture)
            let tag = try #require(whole.headers[.eTag])
            #expect(whole.headers[.contentDisposition] == "inline; filename=\"a.bmp\"")
            let known = await server.ask(TestServer.picture, [.ifNoneMatch: tag])
            #expect(known.status == .notModified && known.headers[.eTag] == tag)
            #expect(known.headers[.contentType] == nil)
            #expect(known.headers[.contentDisposition] == nil)
            #expect(await known.text.isEmpty)
        }
    }
#endif
