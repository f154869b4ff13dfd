#if Tracing
    public import Tracing
    import WebImageCaching
    public import WebImagePipeline

    /// Records a span for each stage of a load, and one for each caller's whole wait.
    ///
    ///     pipeline.observers.append(SpanObserver())
    ///
    /// Spans are named `webimage image`, `webimage load`, `webimage decode` and so on. Their parent
    /// is the span of the task that requested the load, for shared work the first caller's. The
    /// attribute `webimage.key` has neither query nor headers.
    public struct SpanObserver: PipelineObserver {
        private let tracer: any Tracer

        /// Creates an observer that records to `tracer`, the bootstrapped one by default.
        public init(tracer: any Tracer = InstrumentationSystem.tracer) {
            self.tracer = tracer
        }

        /// Records a span for a stage that has ended.
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
