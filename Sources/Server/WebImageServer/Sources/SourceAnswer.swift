#if Server
    import WebImage
    import WebImageURLs

    // Sources as they come.
    extension ServerCall {
        /// Returns the response of the origin, whose body passes through.
        ///
        /// - Parameter place: The place to pass through, which the body holds until its end.
        func source(of plan: ImagePlan, in place: Place) async throws(ServerFault) -> Answer {
            let body = try await body(of: plan)
            let status = body.head.status
            let isAccepted =
                settings.sources.responses(of: plan.source)
                .acceptedStatuses?.contains(status) == true
            let isFailure = !rules.traits.passesAnything && status >= 400 && !isAccepted
            guard !isFailure, (200...599).contains(status) else {
                throw ServerFault(
                    isFailure ? .status(status) : .unreachable, "the source has status \(status)")
            }
            var answer = Answer(status: status)
            answer.origin = "source"
            let origin = body.head.headers
            for name in ["Content-Range", "Accept-Ranges"] { answer.fields[name] = origin[name] }
            answer.fields.set(rules.fields(of: answered(origin, plan)))
            if status >= 400 { answer.fields["Cache-Control"] = nil }
            addLink(of: plan, to: &answer.fields)
            answer.fields["Cache-Status"] = "\(Self.cacheName); fwd=bypass"
            guard status != 304 else { return answer }
            let (type, chunks) = try await typed(body, of: plan)
            answer.fields["Content-Type"] = type.mediaType
            if type.isAttachment || (200...299).contains(status) {
                var plan = plan
                if type.isAttachment { plan.isAttachment = true }
                answer.fields["Content-Disposition"] = plan.disposition(
                    ending: type.ending(of: plan, isChecked: !rules.traits.passesAnything),
                    isEncoded: rules.traits.encodesFileNames)
            }
            answer.body = .stream(
                Self.body(chunks, holding: place), byteCount: body.expectedByteCount)
            return answer
        }

        private func typed(
            _ body: LoadedBody, of plan: ImagePlan
        ) async throws(ServerFault) -> (SourceType, BodyStream) {
            guard !rules.traits.passesAnything else {
                let isFound = (200...299).contains(body.head.status)
                return (.stated(by: body.head, isFound ? plan : nil), body.chunks)
            }
            var probe = FormatProbe()
            do {
                let chunks = try await body.chunks.begun { probe.add($0) }
                return (.shown(by: probe.format, body.head), chunks)
            } catch {
                throw Self.fault(error)
            }
        }

        /// Returns a body that gives a place back at its end, or when it is dropped.
        private static func body(_ chunks: BodyStream, holding place: Place) -> BodyStream {
            BodyStream {
                var chunks = chunks.makeAsyncIterator()
                return {
                    let chunk = try await chunks.next()
                    if chunk == nil { place.end() }
                    return chunk
                }
            }
        }

        private func body(of plan: ImagePlan) async throws(ServerFault) -> LoadedBody {
            var request = LoadRequest(
                source: .url(plan.source), limits: pipeline(for: plan).limits.load)
            for name in ["If-None-Match", "If-Modified-Since", "If-Range", "Range"] {
                request.headers[name] = fields.combined(name)
            }
            request.headers["Cookie"] = cookie(for: plan.address)
            if rules.traits.passesAnything {
                // No byte is kept.
                request.limits.maxBodyBytes = .max
                request.limits.networkPolicy?.maxBodyBytes = .max
            } else if request.headers["Range"]?.contains(",") == true {
                // Several ranges come as parts, whose borders a field of the origin would have to
                // state.
                (request.headers["Range"], request.headers["If-Range"]) = (nil, nil)
            }
            do {
                return try await accepted(request)
            } catch {
                throw Self.fault(error)
            }
        }

        /// Returns the response of a source, which the rules of responses accept, through the
        /// interceptors of sources.
        private func accepted(_ request: LoadRequest) async throws -> LoadedBody {
            guard case .url(let url) = request.source else {
                return try await core.pipeline.loader.load(request)
            }
            let rules = settings.sources.responses(of: url)
            let chain = settings.sources.ruleInterceptors(of: url) + core.pipeline.interceptors
            guard !chain.isEmpty || !rules.isEmpty else {
                return try await core.pipeline.loader.load(request)
            }
            var request = request
            rules.apply(to: &request.options)
            let next = NextLoad(chain[...], then: core.pipeline.loader)
            let body = try await next(request)
            var options = request.options
            let isPart = [206, 304].contains(body.head.status)
            // A failure passes as it is, unless statuses are stated.
            if isPart || rules.acceptedStatuses == nil && body.statusReason == nil {
                options.acceptedStatuses = .any
            }
            if isPart { options.acceptedMediaTypes = [] }
            try ResponseCheck(options, request.limits).check(body)
            return body
        }

        private static func fault(_ error: any Error) -> ServerFault {
            if let failure = error as? LoadFailure { return ServerFault(ImageError.load(failure)) }
            return Task.isCancelled
                ? ServerFault(.gone, "cancelled") : ServerFault(.unreachable, "\(error)")
        }
    }
#endif
