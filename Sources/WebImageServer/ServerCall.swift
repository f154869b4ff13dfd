#if Server
    import FoundationEssentials
    import WebImage
    import WebImageURLs

    /// A request that a server answers: route → plan → admission → conditions → file → answer.
    struct ServerCall: Sendable {
        let core: ServerCore
        let method: String
        /// The target as it stands in the request's first line.
        let target: String
        let fields: HeaderFields
        /// The client; nil if it cannot be watched.
        let client: ClientPresence?
        /// The name of the request in logs: the client's own, if it is a word.
        let requestID: String
        let start = ContinuousClock.now
        let now = Date()

        var settings: ServerSettings { core.settings }
        var rules: AnswerRules { core.settings.answers }

        /// Returns the answer, within the deadline and while the client is there.
        func answer() async -> Answer {
            let deadline = start + settings.timeout
            let outcome = await bounded(by: deadline, client) { await plainAnswer() }
            var answer =
                switch outcome {
                case .done(let answer): answer
                case .late: rules.answer(to: ServerFault(.late, "no answer within the time-out"))
                case .gone: rules.answer(to: ServerFault(.gone, "the client has left"))
                }
            addCommonFields(to: &answer)
            return answer
        }

        private func plainAnswer() async -> Answer {
            do throws(ServerFault) {
                switch try Route(self) {
                case .fixed(let answer): return answer
                case .picture(let target): return try await picture(at: target)
                }
            } catch {
                return rules.answer(to: error)
            }
        }

        private func picture(at target: String) async throws(ServerFault) -> Answer {
            let plan = try plan(at: target)
            if plan.product == .source { return try await source(of: plan) }
            if let format = plan.encoding.format, format != .svg, !core.encodable.contains(format) {
                throw ServerFault(.format, "\(format) cannot be written")
            }
            if core.admission.isBusy, plan.product == .picture, let answer = await cached(plan) {
                return answer
            }
            let outcome: Result<Answer, ServerFault>
            do throws(Admission.Refusal) {
                outcome = try await core.admission.run { await made(plan) }
            } catch {
                switch error {
                case .full(let seconds):
                    throw ServerFault(.full(retryAfter: seconds), "the queue is full")
                case .cancelled: throw ServerFault(.gone, "cancelled")
                }
            }
            return try outcome.get()
        }

        private func plan(at target: String) throws(ServerFault) -> ImagePlan {
            do throws(URLFault) {
                let seconds = Int(now.timeIntervalSince1970)
                return try core.grammar.plan(for: target, at: seconds)
            } catch {
                throw ServerFault(error)
            }
        }

        /// Returns the answer to a plan; in place of a source that is not to be had, that of the fallback.
        private func made(_ plan: ImagePlan) async -> Result<Answer, ServerFault> {
            do throws(ServerFault) {
                if plan.product == .info { return .success(try await info(of: plan)) }
                return .success(try await file(of: plan))
            } catch {
                guard error.isOfDownload, plan.product == .picture,
                    let answer = await fallback(for: plan, error)
                else { return .failure(error) }
                return .success(answer)
            }
        }
    }
#endif
