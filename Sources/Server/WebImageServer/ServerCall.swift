#if Server
    import FoundationEssentials
    import WebImage
    import WebImageURLs

    /// A request that a server answers: target → plan → place → file → answer.
    ///
    /// The pipeline asks for a place of work after the load of a file. The record of the request
    /// reports its end.
    struct ServerCall: Sendable {
        let core: ServerCore
        let fields: HeaderFields
        /// The connection; nil if the program that has it does not show it.
        let connection: RequestConnection?
        let record: RequestRecord

        var method: String { record.method }
        /// The target as it stands in the request's first line.
        var target: String { record.target }
        var now: Date { record.now }
        /// The whole seconds of now since 1970.
        var second: Int { Int(now.timeIntervalSince1970) }
        var settings: ServerSettings { core.settings }
        var rules: any AnswerRules { core.settings.answers }

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
                answer = self.answer(to: error)
            }
            addCommonFields(to: &answer)
            return answer
        }

        /// Returns the answer to a target, away from the event loop of the connection.
        private func bounded(_ target: String) async throws(ServerFault) -> Answer {
            let outcome = await withTaskExecutorPreference(globalConcurrentExecutor) {
                await WebImageServer.bounded(
                    by: record.start + settings.timeout, await connection?.presence()
                ) {
                    () async -> Result<Answer, ServerFault> in
                    do throws(ServerFault) {
                        return .success(try await answer(at: target))
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
    }

    // Target → plan.
    extension ServerCall {
        private func answer(at target: String) async throws(ServerFault) -> Answer {
            let plan = try plan(at: target)
            do throws(ServerFault) {
                switch plan.product {
                case .source: return try await passedSource(of: plan, visitor(of: plan))
                case .picture, .info: return try await answer(by: plan)
                }
            } catch {
                throw naming(error, plan)
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
    }

    // Plan → place → file, or what takes its place.
    extension ServerCall {
        private func answer(by plan: ImagePlan) async throws(ServerFault) -> Answer {
            if let format = plan.encoding.format, format != .svg, !core.encodable.contains(format) {
                throw ServerFault(.format, "\(format) cannot be written")
            }
            let visitor = visitor(of: plan)
            if let answer = await cachedWhileBusy(plan, visitor) { return answer }
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

        private func made(_ plan: ImagePlan) async -> Result<Answer, ServerFault> {
            do throws(ServerFault) {
                if plan.product == .info { return .success(try await info(of: plan)) }
                return .success(try await picture(of: plan))
            } catch {
                return .failure(error)
            }
        }

        /// Returns the answer with the file of a plan: 304 if the client has it.
        private func picture(of plan: ImagePlan) async throws(ServerFault) -> Answer {
            let picture = request(for: plan)
            let conditions = rules.conditions(of: AnswerConditions(fields))
            if rules.traits.comparesAtOrigin {
                return try await confirmed(plan, by: picture, conditions)
            }
            return try await answer(by: picture, plan, conditions)
        }
    }

    // File → answer.
    extension ServerCall {
        func answer(
            by picture: PictureRequest, _ plan: ImagePlan, _ conditions: AnswerConditions?
        ) async throws(ServerFault) -> Answer {
            let file = try await file(of: plan, by: picture)
            var answer = answer(with: file, plan)
            await addStored(file, by: picture, plan, to: &answer)
            return reply(answer, with: file, tag: rules.tag(of: answered(file, plan)), conditions)
        }

        /// Returns the file of a plan, and keeps a hit for equal requests.
        func file(
            of plan: ImagePlan, by picture: PictureRequest
        ) async throws(ServerFault) -> ImageFile {
            let file: ImageFile
            do throws(ImageError) {
                file = try await picture.file(by: pipeline(for: plan))
            } catch {
                throw ServerFault(error)
            }
            try checkFrames(of: file.source, plan.limits)
            remember(file, plan)
            return file
        }
    }
#endif
