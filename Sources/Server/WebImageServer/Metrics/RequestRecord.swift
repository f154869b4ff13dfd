#if Server
    import FoundationEssentials
    import HTTPTypes
    import Synchronization
    import Tracing
    import WebImageURLs

    /// The record of a request: its line in the log, its numbers and its span, which end together
    /// once, when the last byte of the answer was written, or the client has left before.
    final class RequestRecord: Sendable {
        private struct State {
            var told: String?
            /// The answer, without its body; nil until there is one.
            var answer: Answer?
            var byteCount: Int?
            var isEnded = false
        }

        private let core: ServerCore
        /// The name of the request in logs: the client's own, if it is a word.
        let id: String
        let method: String
        /// The target as it stands in the request's first line.
        let target: String
        let start = ContinuousClock.now
        let now: Date
        private let span: (any Span)?
        private static let nameField = HTTPField.Name("X-Request-ID")
        private let state = Mutex(State())

        /// Begins the record of a request.
        init(
            _ core: ServerCore, method: String, target: String, _ headers: HTTPFields,
            at now: Date = Date()
        ) {
            (self.core, self.method, self.target, self.now) = (core, method, target, now)
            id = RequestName.name(Self.nameField.flatMap { headers[$0] })
            span = core.spans?.begin(method, headers)
            core.metrics.begin()
        }

        /// The text of the plan in logs and spans; nil for a target that was not read, and for a
        /// path of the server itself.
        var told: String? {
            get { state.withLock { $0.told } }
            set { state.withLock { $0.told = newValue } }
        }

        /// Returns the answer that is made within the span, and records it.
        func answered(_ make: () async -> Answer) async -> Answer {
            let answer = if let span { await span.within(make) } else { await make() }
            state.withLock { state in
                (state.answer, state.byteCount) = (answer, answer.byteCount)
                state.answer?.body = .none
            }
            return answer
        }

        /// Ends the record; idempotent.
        ///
        /// - Parameter isCut: `true` if the client did not get the whole answer.
        func end(isCut: Bool) {
            let state = state.withLock { state -> State? in
                guard !state.isEnded else { return nil }
                state.isEnded = true
                return state
            }
            guard let state else { return }
            let gone = ServerFault(.gone, "the client has left")
            let answer = state.answer ?? Answer(status: 499, fault: gone)
            let duration = ContinuousClock.now - start
            core.metrics.end(answer, after: duration)
            guard span != nil || core.settings.logsRequests else { return }
            let path = RequestLog.path(of: target, told: state.told, core.settings)
            span?.end(answer, path)
            guard core.settings.logsRequests else { return }
            RequestLog.write(
                (id, method, now), path, answer, byteCount: state.byteCount, duration, isCut: isCut)
        }

        deinit { end(isCut: true) }
    }
#endif
