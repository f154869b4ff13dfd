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
            if !rules.traits.passesAnything, body.head.status >= 400 {
                throw ServerFault(
                    .status(body.head.status), "the source has status \(body.head.status)")
            }
            guard (200...599).contains(body.head.status) else {
                throw ServerFault(.unreachable, "the source has status \(body.head.status)")
            }
            var answer = Answer(status: body.head.status)
            answer.origin = "source"
            let origin = body.head.headers
            for name in ["Content-Range", "Accept-Ranges"] { answer.fields[name] = origin[name] }
            answer.fields.set(rules.fields(of: answered(origin, plan)))
            if body.head.status >= 400 { answer.fields["Cache-Control"] = nil }
            addLink(of: plan, to: &answer.fields)
            answer.fields["Cache-Status"] = "\(Self.cacheName); fwd=bypass"
            guard body.head.status != 304 else { return answer }
            let (type, chunks) = try await typed(body, of: plan)
            answer.fields["Content-Type"] = type.mediaType
            if type.isAttachment || (200...299).contains(body.head.status) {
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
                return (SourceType(of: body.head, isFound ? plan : nil), body.chunks)
            }
            var probe = FormatProbe()
            do {
                let chunks = try await body.chunks.begun { probe.add($0) }
                return (SourceType(of: body.head, probe.format), chunks)
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
                // Several ranges come as parts, whose borders a field of the origin would have to tell.
                (request.headers["Range"], request.headers["If-Range"]) = (nil, nil)
            }
            do {
                return try await core.pipeline.loader.load(request)
            } catch {
                throw Self.fault(error)
            }
        }

        private static func fault(_ error: any Error) -> ServerFault {
            if let failure = error as? LoadFailure { return ServerFault(ImageError.load(failure)) }
            return Task.isCancelled
                ? ServerFault(.gone, "cancelled") : ServerFault(.unreachable, "\(error)")
        }
    }
#endif
