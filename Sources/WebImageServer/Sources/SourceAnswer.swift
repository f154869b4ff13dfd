#if Server
    import FoundationEssentials
    import WebImage
    import WebImageURLs

    // Sources as they come.
    extension ServerCall {
        /// Returns the response of the origin, whose body passes through.
        func source(of plan: ImagePlan) async throws(ServerFault) -> Answer {
            let body = try await body(of: plan.source)
            if rules.manner == .webImage, body.head.status >= 400 {
                throw ServerFault(
                    .status(body.head.status), "the source has status \(body.head.status)")
            }
            guard (200...599).contains(body.head.status) else {
                throw ServerFault(.unreachable, "the source has status \(body.head.status)")
            }
            var answer = Answer(status: body.head.status)
            answer.origin = "source"
            let origin = body.head.headers
            for name in ["Content-Type", "Content-Range", "Accept-Ranges"] {
                answer.fields[name] = origin[name]
            }
            let isFound = (200...299).contains(body.head.status)
            if isFound, answer.fields["Content-Type"] == nil,
                let format = format(of: plan.endingOfSource)
            {
                answer.fields["Content-Type"] = AnswerRules.mediaType(of: format)
            }
            rules.take(origin, remaining(of: plan), at: now, into: &answer.fields)
            if body.head.status >= 400 { answer.fields["Cache-Control"] = nil }
            if isFound {
                answer.fields["Content-Disposition"] = plan.disposition(
                    ending: ending(of: plan, answer.fields["Content-Type"]), rules.manner)
            }
            addLink(of: plan, to: &answer.fields)
            if body.head.status != 304 {
                answer.body = .stream(body.chunks, byteCount: body.expectedByteCount)
            }
            return answer
        }

        private func body(of source: String) async throws(ServerFault) -> LoadedBody {
            var request = LoadRequest(source: .url(source), limits: core.pipeline.limits.load)
            for name in ["If-None-Match", "If-Modified-Since", "Range"] {
                request.headers[name] = fields[name]
            }
            request.headers["Cookie"] = cookie(for: source)
            // No byte is kept, so that imgproxy needs no limit of bytes.
            if rules.manner != .webImage {
                request.limits.maxBodyBytes = .max
                request.limits.networkPolicy?.maxBodyBytes = .max
            }
            do {
                return try await core.pipeline.loader.load(request)
            } catch let failure as LoadFailure {
                throw ServerFault(ImageError.load(failure))
            } catch {
                throw Task.isCancelled
                    ? ServerFault(.gone, "cancelled") : ServerFault(.unreachable, "\(error)")
            }
        }

        /// Returns the ending of the source's address, else that of its media type.
        private func ending(of plan: ImagePlan, _ mediaType: String?) -> String {
            guard plan.endingOfSource.isEmpty, let mediaType else { return plan.endingOfSource }
            return ImageFormat.all.first { AnswerRules.mediaType(of: $0) == mediaType }?
                .servedExtension ?? ""
        }

        private func format(of ending: String) -> ImageFormat? {
            ImageFormat.all.first { $0.fileExtension == ending || $0.rawValue == ending }
        }
    }
#endif
