#if Server
    import HTTPTypes
    import Hummingbird
    import InMemoryTracing
    import Testing
    import Tracing
    import WebImagePipeline
    import WebImageServer
    import WebImageTracing

    struct RequestSpanTests {
        private func attribute(_ name: String, _ span: FinishedInMemorySpan) -> String? {
            guard let value = span.attributes.get(name) else { return nil }
            return switch value {
            case .string(let text): text
            case .int64(let number): "\(number)"
            default: "\(value)"
            }
        }

        @Test func `a request is a span of its client's trace`() async throws {
            let tracer = InMemoryTracer()
            let server = try await withTracer(tracer) {
                try await TestServer(observers: [SpanObserver(tracer: tracer)])
            }
            var fields: HTTPFields = [:]
            for (key, value) in [
                (InMemoryTracer.traceIDKey, "trace-9"), (InMemoryTracer.spanIDKey, "span-9"),
            ] {
                fields[try #require(HTTPField.Name(key))] = value
            }
            let response = await withTracer(tracer) { await server.ask(TestServer.picture, fields) }
            #expect(response.status == .ok)
            let spans = tracer.finishedSpans
            let own = try #require(spans.first { $0.operationName == "GET" })
            #expect(own.kind == .server)
            #expect(own.traceID == "trace-9" && own.parentSpanID == "span-9")
            #expect(attribute("http.request.method", own) == "GET")
            #expect(attribute("http.response.status_code", own) == "200")
            #expect(attribute("url.scheme", own) == "http")
            #expect(attribute("url.path", own) == "/-/-/http://a.test/a.bmp@bmp")
            #expect(attribute("error.type", own) == nil)
            let stages = spans.filter { $0.operationName.hasPrefix("webimage ") }
            #expect(stages.contains { $0.operationName == "webimage decode" })
            #expect(stages.allSatisfy { $0.parentSpanID == own.spanID && $0.traceID == "trace-9" })
            #expect(!spans.contains { "\($0.attributes)".contains("geheim") })
        }

        @Test func `a failure of the server is the error of its span`() async throws {
            let tracer = InMemoryTracer()
            var settings = TestServer.quiet
            settings.timeout = .milliseconds(20)
            let server = try await withTracer(tracer) {
                try await TestServer(settings, isFrozen: true)
            }
            let response = await withTracer(tracer) { await server.ask(TestServer.picture) }
            #expect(response.status == .serviceUnavailable)
            let span = try #require(tracer.finishedSpans.first)
            #expect(attribute("error.type", span) == "timeout")
            #expect(span.status?.code == .error)
        }

        @Test func `the span of the program's own middleware is not doubled`() async throws {
            let tracer = InMemoryTracer()
            let server = try await withTracer(tracer) { try await TestServer() }
            await withTracer(tracer) {
                await withSpan("own") { _ in _ = await server.ask("/health") }
            }
            #expect(tracer.finishedSpans.map(\.operationName) == ["own"])
        }

        @Test func `a pipeline by settings has spans if there is a tracer`() async throws {
            var settings = TestServer.quiet
            settings.isSandboxed = false
            let (plain, traced) = try await (
                settings.makePipeline(),
                withTracer(InMemoryTracer()) { try await settings.makePipeline() }
            )
            #expect(!plain.observers.contains { $0 is SpanObserver })
            #expect(traced.observers.contains { $0 is SpanObserver })
        }

        @Test func `a server without a tracer makes no span`() async throws {
            let tracer = InMemoryTracer()
            let server = try await TestServer()
            _ = await withTracer(tracer) { await server.ask("/health") }
            #expect(tracer.finishedSpans.isEmpty)
        }
    }
#endif
