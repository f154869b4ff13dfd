#if Server
    import WebImage
    import WebImageURLs

    // The places of a request.
    extension ServerCall {
        /// Returns the parties by which the request is counted.
        func visitor(of plan: ImagePlan) -> Visitor {
            let names = fields.values("X-Forwarded-For")
            let client = connection?.address.map {
                ClientAddress(core.proxies.client(of: $0, forwardedFor: names))
            }
            let host = plan.address.origin.map { "\($0.scheme)://\($0.authority)" }
            return Visitor(client: client, host: host)
        }

        /// Returns the places of a request, or the fault of its refusal.
        func entrance<Value>(
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

        /// Returns the answer by a file that is in a cache, if a new one had to wait; nil for others.
        func cachedWhileBusy(_ plan: ImagePlan, _ visitor: Visitor) async -> Answer? {
            guard plan.product == .picture, core.admission.isBusy(for: visitor) else { return nil }
            return await Admission.$mayWork.withValue(false) { await cached(plan) }
        }

        /// Returns the answer with a source as it comes, within a place to pass through.
        func passedSource(
            of plan: ImagePlan, _ visitor: Visitor
        ) async throws(ServerFault) -> Answer {
            let places = try await entrance { () throws(Admission.Refusal) in
                try await core.admission.enterStream(visitor)
            }
            defer { places.load.end() }
            return try await source(of: plan, in: places.stream)
        }
    }
#endif
