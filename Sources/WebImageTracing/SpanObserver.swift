#if Tracing
    public import Tracing
    import WebImageCaching
    public import WebImagePipeline

    /// Makes a span of each stage of a load, and one of each caller's whole wait.
    ///
    ///     pipeline.observers.append(SpanObserver())
    ///
    /// Spans are named `webimage image`, `webimage load`, `webimage decode` and so on; their parent
    /// is the span in whose task the load was asked for. Work that several callers share belongs to
    /// the one who came first. Attributes: `webimage.key`, without query and headers.
    public struct SpanObserver: PipelineObserver {
        private let tracer: any Tracer

        /// An observer that makes its spans with `tracer`, the bootstrapped one by default.
        public init(tracer: any Tracer = InstrumentationSystem.tracer) {
            self.tracer = tracer
        }

        /// Makes a span of a stage that ended.
        public func observe(_ event: PipelineEvent) {
            guard case .measured(let key, let stage, let duration) = event else { return }
            record(stage, key, duration, with: tracer)
        }

        private func record(
            _ stage: String, _ key: CacheKey, _ duration: Duration, with tracer: some Tracer
        ) {
            let end = DefaultTracerClock.now
            let took = UInt64(max(0, duration / .nanoseconds(1)))
            let start = DefaultTracerClock.Timestamp(
                nanosecondsSinceEpoch: end.nanosecondsSinceEpoch - took)
            let span = tracer.startSpan("webimage \(stage)", at: start)
            span.attributes["webimage.key"] = "\(key)"
            span.end(at: end)
        }
    }
#endif
