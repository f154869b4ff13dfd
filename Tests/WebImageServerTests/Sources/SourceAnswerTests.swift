#if Server
    import CoreMetrics
    import HTTPTypes
    import Hummingbird
    import MetricsTestKit
    import Testing
    import WebImageServer

    /// Sources that pass through.
    struct SourceAnswerTests {
        @Test func `the ending of a source hides nothing`() async throws {
            let server = try await TestServer()
            let target = TestServer.target("source", of: "http://a.test/a.p%22%0Ag?b.exe")
            let response = await server.ask(target)
            #expect(response.headers[.contentDisposition] == "inline; filename=\"a.bmp\"")
            #expect(response.headers[.contentType] == "image/bmp")
        }

        @Test func `a client that takes no bytes of a source keeps no picture from loading`()
            async throws
        {
            var settings = TestServer.quiet
            (settings.maxLoads, settings.workers, settings.queueLength) = (1, 1, 0)
            let metrics = TestMetrics()
            let server = try await withMetricsFactory(metrics) { try await TestServer(settings) }
            let source = TestServer.picture.replacing("format=bmp", with: "source")
            do {
                // The body of this response is never read.
                let held = await server.ask(source, reads: false)
                #expect(held.status == .ok)
                #expect(await server.ask(source).status == .tooManyRequests)
                #expect(await server.ask(TestServer.picture).status == .ok)
                #expect(try metrics.expectMeter("streams_in_progress").values == [1])
                withExtendedLifetime(held) {}
            }
            #expect(await server.ask(source).status == .ok)
        }
    }
#endif
