#if Server
    import WebImage
    import WebImageURLs

    // Answers to requests whose picture cannot be made.
    extension ServerCall {
        /// Returns the answer of the rules, with the fields that HTTP asks for.
        func answer(to fault: ServerFault) -> Answer {
            let failure = rules.answer(to: fault.failure)
            var answer = Answer(status: failure.status, body: .text(failure.text), fault: fault)
            answer.fields.set(failure.fields)
            switch fault.kind {
            case .full(let seconds): answer.fields["Retry-After"] = String(seconds)
            case .late: answer.fields["Retry-After"] = "1"
            case .method: answer.fields["Allow"] = "GET, HEAD, OPTIONS"
            default: break
            }
            return answer
        }

        /// Returns a fault whose reason names the setting of the limit that it reports; others as
        /// they are.
        func naming(_ fault: ServerFault, _ plan: ImagePlan) -> ServerFault {
            let (limits, traits) = (pipeline(for: plan).limits, rules.traits)
            let isOver = { (limit: Int) in
                fault.reason.hasSuffix("more than the \(limit) allowed")
            }
            let setting: String
            switch fault.kind {
            case .tooLong
            where isOver(limits.load.maxBodyBytes)
                || fault.reason.hasSuffix("the limit is \(limits.load.maxBodyBytes)"):
                let isStated = plan.limits.maxSourceBytes != nil
                setting = isStated ? traits.byteBoundName : settings.boundNames.bytes
            case .limit where isOver(limits.decode.maxPixels):
                let isStated = plan.limits.maxPixels.map {
                    traits.raisesPixels || $0 < settings.bounds.maxPixels ?? .max
                }
                setting = isStated == true ? traits.pixelBoundName : settings.boundNames.pixels
            case .limit where isOver(limits.decode.maxAnimationPixels):
                setting = "8 × \(settings.boundNames.pixels)"
            default: return fault
            }
            return ServerFault(
                fault.kind, "\(fault.reason) (\(setting))", told: "\(fault.told) (\(setting))",
                head: fault.head)
        }

        /// Returns the answer in place of a picture: the address's own, else the server's;
        /// nil without one.
        ///
        /// They are no alternatives of one request, of which a fresh one would win over the
        /// address's own stale one. It has a separate place to load: a slow host of fallbacks keeps
        /// none from the host of the source.
        func fallback(
            for plan: ImagePlan, _ fault: ServerFault, _ client: ClientAddress?
        ) async -> Answer? {
            // A client sees a missing picture where the source cannot be shown, too.
            let isReplaced =
                fault.isOfDownload || !rules.traits.keepsBrokenSources && fault.isOfSource
            guard plan.product == .picture, isReplaced else { return nil }
            if case .picture(let address) = plan.fallback {
                var picture = request(for: plan)
                picture.request.source = .url(address)
                picture.request.headers["Cookie"] = cookie(for: SourceAddress(reading: address))
                let visitor = Visitor(client: client, host: ImageSource.url(address).host)
                if let answer = await answer(by: picture, plan, fault, visitor) { return answer }
            }
            guard let stored = core.pictures.fallback else { return nil }
            var picture = request(for: plan)
            (picture.request.source, picture.request.sourceKey) = (stored.source, stored.sourceKey)
            return await answer(by: picture, plan, fault, Visitor(client: client))
        }

        private func answer(
            by picture: PictureRequest, _ plan: ImagePlan, _ fault: ServerFault, _ visitor: Visitor
        ) async -> Answer? {
            var place: Place?
            if visitor.host != nil {
                place = try? await core.admission.enter(visitor)
                if place == nil { return nil }
            }
            let file = await Admission.$client.withValue(visitor.client) {
                try? await picture.file(by: pipeline(for: plan))
            }
            place?.end()
            guard let file else { return nil }
            let rule = settings.fallback
            var answer = answer(with: file, plan)
            answer.status = rule.map { $0.status ?? rules.answer(to: fault.failure).status } ?? 200
            answer.fault = fault
            answer.origin = "fallback"
            // A client must not be told later that what it has is the source's, nor that it is old.
            for name in ["ETag", "Last-Modified", "Age"] { answer.fields[name] = nil }
            if let lifetime = rule?.lifetime {
                answer.fields["Cache-Control"] = "max-age=\(lifetime), public"
            } else if answer.status >= 400 {
                answer.fields["Cache-Control"] = nil
            } else if let lifetime = rules.traits.fallbackLifetime {
                answer.fields["Cache-Control"] = "max-age=\(lifetime)"
            }
            answer.fields["Cache-Status"] = "\(Self.cacheName); fwd=miss; detail=fallback"
            return answer
        }

        /// Returns `true` if the source's own bytes take the place of a picture that cannot be made
        /// of them.
        func passesSource(of plan: ImagePlan, _ fault: ServerFault) -> Bool {
            plan.product == .picture && plan.fallback == .source && fault.isOfSource
        }
    }
#endif
