#if Server
    import CoreMetrics
    import HTTPTypes
    import Hummingbird
    import InMemoryTracing
    import MetricsTestKit
    import NIOCore
    import NIOEmbedded
    import NIOHTTPTypes
    import Testing
    import Tracing

    @testable import WebImageServer

    /// The end of requests, which numbers, spans and logs are told once.
    struct RequestRecordTests {
        private func progress(_ metrics: TestMetrics) throws -> Double? {
            try metrics.expectMeter("requests_in_progress").values.last
        }

        @Test func `a request is under way until its body is written`() async throws {
            let (metrics, tracer) = (TestMetrics(), InMemoryTracer())
            let server = try await withMetricsFactory(metrics) {
                try await withTracer(tracer) { try await TestServer() }
            }
            do {
                let response = await server.ask(TestServer.picture, reads: false)
                #expect(try progress(metrics) == 1)
                #expect(tracer.finishedSpans.isEmpty)
                _ = await response.text
                #expect(try progress(metrics) == 0)
                #expect(tracer.finishedSpans.map(\.operationName) == ["GET"])
                _ = await response.text
            }
            #expect(try progress(metrics) == 0)
            #expect(try metrics.expectTimer("request_duration_seconds").values.count == 1)
            #expect(tracer.finishedSpans.count == 1)
        }

        @Test func `a response that is never written ends its request`() async throws {
            let metrics = TestMetrics()
            let server = try await withMetricsFactory(metrics) { try await TestServer() }
            _ = await server.ask(TestServer.picture, reads: false)
            #expect(try progress(metrics) == 0)
            let counter = try metrics.expectCounter("status_codes_total", [("status", "200")])
            #expect(counter.totalValue == 1)
        }

        @Test(arguments: [true, false])
        func `a connection ends a record once the last part is sent, or with itself`(
            isSent: Bool
        ) async throws {
            let metrics = TestMetrics()
            let core = try await withMetricsFactory(metrics) {
                try await TestServer().server.core
            }
            let channel = EmbeddedChannel(handler: AnswerWatch())
            channel.connect(to: try SocketAddress(unixDomainSocketPath: "/a"), promise: nil)
            do {
                let record = RequestRecord(core, method: "GET", target: "/health", [:])
                _ = await record.answered { Answer(status: 200) }
                #expect(RequestConnection(channel: channel).willWrite(record))
            }
            let head = HTTPResponse(status: .ok)
            channel.writeAndFlush(HTTPResponsePart.head(head), promise: nil)
            if isSent { channel.write(HTTPResponsePart.end(nil), promise: nil) }
            #expect(try progress(metrics) == 1)
            if isSent { channel.flush() } else { channel.close(promise: nil) }
            channel.embeddedEventLoop.run()
            #expect(try progress(metrics) == 0)
            _ = try? channel.finish()
        }
    }
#endif
