#if Tracing
    import InMemoryTracing
    import Testing
    import Tracing
    import WebImageCaching
    import WebImageCoding
    import WebImageLoading
    import WebImagePipeline
    import WebImageTesting
    import WebImageTracing

    struct SpanObserverTests {
        @Test func `every stage is a span under the caller's`() async {
            let tracer = InMemoryTracer()
            let loader = ScriptedLoader { _ in throw LoadFailure(.status(404), "gone") }
            let pipeline = ImagePipeline(
                memory: MemoryCache(maxBytes: 1000), disk: nil, loader: loader,
                codecs: CodecList(decoders: [], encoders: []),
                observers: [SpanObserver(tracer: tracer)])
            await tracer.withAnySpan("request") { _ in
                _ = try? await pipeline.image(for: "http://a/b?secret=1")
            }
            let spans = tracer.finishedSpans
            #expect(
                Set(spans.map(\.operationName)) == ["request", "webimage load", "webimage image"])
            let root = spans.first { $0.operationName == "request" }?.spanID
            let children = spans.filter { $0.operationName != "request" }
            #expect(children.allSatisfy { $0.parentSpanID == root })
            #expect(!children.contains { "\($0.attributes)".contains("secret") })
        }

        @Test func `a span begins as long ago as its stage took`() throws {
            let tracer = InMemoryTracer()
            let observer = SpanObserver(tracer: tracer)
            observer.observe(
                .measured(key: CacheKey("k"), stage: "decode", duration: .milliseconds(250)))
            let span = try #require(tracer.finishedSpans.first)
            let milliseconds =
                span.endInstant.nanosecondsSinceEpoch - span.startInstant.nanosecondsSinceEpoch
            #expect(milliseconds == 250_000_000)
        }
    }
#endif
