#if Server
    import HTTPTypes
    import Hummingbird
    import HummingbirdCore
    import Tracing

    /// The span of a request, by OpenTelemetry's conventions for HTTP.
    ///
    /// The trace of the client goes on: the bootstrapped tracer reads its context in the request's fields.
    /// A program that already made a span for the request, as by Hummingbird's middleware, keeps that one.
    struct RequestSpan: Sendable {
        private let tracer: any Tracer
        private let scheme: String

        /// Creates the maker of spans; nil if no tracer was bootstrapped.
        init?(_ settings: ServerSettings) {
            tracer = InstrumentationSystem.tracer
            guard !(tracer is NoOpTracer) else { return nil }
            scheme = settings.tls == nil ? "http" : "https"
        }

        /// Returns the answer to a request, made within its span.
        func answer(
            to call: ServerCall, _ headers: HTTPFields, _ answer: () async -> Answer
        ) async -> Answer {
            guard InstrumentationContext.current == nil else { return await answer() }
            return await self.answer(to: call, headers, with: tracer, answer)
        }

        private func answer(
            to call: ServerCall, _ headers: HTTPFields, with tracer: some Tracer,
            _ answer: () async -> Answer
        ) async -> Answer {
            var context = InstrumentationContext.topLevel
            InstrumentationSystem.instrument.extract(
                headers, into: &context, using: FieldExtractor())
            let isKnown = Self.methods.contains(call.method)
            return await tracer.withSpan(
                isKnown ? call.method : "HTTP", context: context, ofKind: .server
            ) { span in
                span.attributes["http.request.method"] = isKnown ? call.method : "_OTHER"
                span.attributes["url.scheme"] = scheme
                let answer = await answer()
                span.attributes["url.path"] = RequestLog.path(of: call)
                span.attributes["http.response.status_code"] = answer.status
                if answer.status >= 500 {
                    span.attributes["error.type"] =
                        answer.fault.map { ServerMetrics.type(of: $0.kind) } ?? "\(answer.status)"
                    span.setStatus(SpanStatus(code: .error))
                }
                return answer
            }
        }

        /// The methods that conventions name; others are one, since a client may send any word.
        private static let methods: Set<String> = [
            "GET", "HEAD", "OPTIONS", "POST", "PUT", "DELETE", "PATCH", "CONNECT", "TRACE",
        ]
    }

    /// The reader of a trace's context in the fields of a request.
    private struct FieldExtractor: Extractor {
        func extract(key: String, from fields: HTTPFields) -> String? {
            HTTPField.Name(key).flatMap { fields[$0] }
        }
    }
#endif
