#if Server
    import HTTPTypes
    import Hummingbird
    import HummingbirdCore
    import Tracing

    /// The span of a request, by OpenTelemetry's conventions for HTTP.
    ///
    /// The trace of the client goes on: the bootstrapped tracer reads its context in the request's
    /// fields. A program that already made a span for the request, as by Hummingbird's middleware,
    /// keeps that one.
    struct RequestSpan: Sendable {
        private let tracer: any Tracer
        private let scheme: String

        /// Creates the maker of spans; nil if no tracer was bootstrapped.
        init?(_ settings: ServerSettings) {
            tracer = InstrumentationSystem.tracer
            guard !(tracer is NoOpTracer) else { return nil }
            scheme = settings.tls == nil ? "http" : "https"
        }

        /// Begins the span of a request; nil if the program has made one.
        func begin(_ method: String, _ headers: HTTPFields) -> (any Span)? {
            guard InstrumentationContext.current == nil else { return nil }
            var context = InstrumentationContext.topLevel
            InstrumentationSystem.instrument.extract(
                headers, into: &context, using: FieldExtractor())
            let isKnown = Self.methods.contains(method)
            let span = tracer.startAnySpan(
                isKnown ? method : "HTTP", context: context, ofKind: .server)
            span.attributes["http.request.method"] = isKnown ? method : "_OTHER"
            span.attributes["url.scheme"] = scheme
            return span
        }

        /// The methods that conventions name; others are one, since a client may send any word.
        private static let methods: Set<String> = [
            "GET", "HEAD", "OPTIONS", "POST", "PUT", "DELETE", "PATCH", "CONNECT", "TRACE",
        ]
    }

    extension Span {
        func within(_ make: () async -> Answer) async -> Answer {
            await InstrumentationContext.withValue(context) { await make() }
        }

        func end(_ answer: Answer, _ path: String) {
            attributes["url.path"] = path
            attributes["http.response.status_code"] = answer.status
            if answer.status >= 500 {
                attributes["error.type"] =
                    answer.fault.map { ServerMetrics.type(of: $0.kind) } ?? "\(answer.status)"
                setStatus(SpanStatus(code: .error))
            }
            end()
        }
    }

    /// The reader of a trace's context in the fields of a request.
    private struct FieldExtractor: Extractor {
        func extract(key: String, from fields: HTTPFields) -> String? {
            HTTPField.Name(key).flatMap { fields[$0] }
        }
    }
#endif
