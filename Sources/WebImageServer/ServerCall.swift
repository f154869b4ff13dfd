#if Server
    import FoundationEssentials
    import WebImage
    import WebImageURLs

    /// A request that a server answers: route → plan → admission → conditions → file → answer.
    ///
    /// The pipeline asks for a place of work behind the load of a file.
    struct ServerCall: Sendable {
        let core: ServerCore
        let method: String
        /// The target as it stands in the request's first line.
        let target: String
        let fields: HeaderFields
        /// The connection; nil if the program that has it does not show it.
        let connection: RequestConnection?
        /// The name of the request in logs: the client's own, if it is a word.
        let requestID: String
        let record = TargetRecord()
        let start = ContinuousClock.now
        let now = Date()
        /// The whole seconds of now since 1970.
        var second: Int { Int(now.timeIntervalSince1970) }

        var settings: ServerSettings { core.settings }
        var rules: AnswerRules { core.settings.answers }

        /// Returns the answer, within the deadline and while the client is there.
        func answer() async -> Answer {
            var answer: Answer
            do throws(ServerFault) {
                switch try Route(self) {
                case .fixed(let fixed): answer = fixed
                case .picture(let target):
                    if let recent { answer = recent } else { answer = try await bounded(target) }
                }
            } catch {
                answer = rules.answer(to: error)
            }
            addCommonFields(to: &answer)
            return answer
        }

        /// Returns the answer to a target, away from the event loop of the connection.
        private func bounded(_ target: String) async throws(ServerFault) -> Answer {
            let outcome = await withTaskExecutorPreference(globalConcurrentExecutor) {
                await WebImageServer.bounded(
                    by: start + settings.timeout, await connection?.presence()
                ) {
                    () async -> Result<Answer, ServerFault> in
                    do throws(ServerFault) {
                        return .success(try await picture(at: target))
                    } catch {
                        return .failure(error)
                    }
                }
            }
            switch outcome {
            case .done(let result): return try result.get()
            case .late: throw ServerFault(.late, "no answer within the time-out")
            case .gone: throw ServerFault(.gone, "the client has left")
            }
        }

        private func picture(at target: String) async throws(ServerFault) -> Answer {
            let plan = try plan(at: target)
            do throws(ServerFault) {
                return try await picture(of: plan)
            } catch {
                throw naming(error, plan)
            }
        }

        private func picture(of plan: ImagePlan) async throws(ServerFault) -> Answer {
            let visitor = visitor(of: plan)
            if plan.product == .source { return try await passedSource(of: plan, visitor) }
            if let format = plan.encoding.format, format != .svg, !core.encodable.contains(format) {
                throw ServerFault(.format, "\(format) cannot be written")
            }
            if plan.product == .picture, core.admission.isBusy(for: visitor),
                let answer = await Admission.$mayWork.withValue(
                    false, operation: { await cached(plan) })
            {
                return answer
            }
            let place = try await entrance { () throws(Admission.Refusal) in
                try await core.admission.enter(visitor)
            }
            let result = await Admission.$client.withValue(visitor.client) { await made(plan) }
            place.end()
            guard case .failure(let fault) = result else { return try result.get() }
            if passesSource(of: plan, fault) { return try await passedSource(of: plan, visitor) }
            if let answer = await fallback(for: plan, fault, visitor.client) { return answer }
            throw fault
        }

        private func passedSource(
            of plan: ImagePlan, _ visitor: Visitor
        ) async throws(ServerFault) -> Answer {
            let places = try await entrance { () throws(Admission.Refusal) in
                try await core.admission.enterStream(visitor)
            }
            defer { places.load.end() }
            return try await source(of: plan, in: places.stream)
        }

        /// Returns the parties by which the request is counted.
        private func visitor(of plan: ImagePlan) -> Visitor {
            let names = fields.values("X-Forwarded-For")
            let client = connection?.address.map {
                ClientAddress(core.proxies.client(of: $0, forwardedFor: names))
            }
            return Visitor(client: client, host: ImageSource.url(plan.source).host)
        }

        /// Returns the places of a request, or the fault of its refusal.
        private func entrance<Value>(
            _ enter: () async throws(Admission.Refusal) -> Value
        ) async throws(ServerFault) -> Value {
            do throws(Admission.Refusal) {
                return try await enter()
            } catch {
                switch error {
                case .full(let seconds):
                    throw ServerFault(.full(retryAfter: seconds), "the queue is full")
                case .cancelled: throw ServerFault(.gone, "cancelled")
                }
            }
        }

        private func plan(at target: String) throws(ServerFault) -> ImagePlan {
            do throws(URLFault) {
                let plan = try core.grammar.plan(for: target, at: second)
                record.told = plan.told
                return plan
            } catch {
                throw ServerFault(error)
            }
        }

        /// Returns the answer to a plan.
        private func made(_ plan: ImagePlan) async -> Result<Answer, ServerFault> {
            do throws(ServerFault) {
                if plan.product == .info { return .success(try await info(of: plan)) }
                return .success(try await file(of: plan))
            } catch {
                return .failure(error)
            }
        }
    }
#endif
