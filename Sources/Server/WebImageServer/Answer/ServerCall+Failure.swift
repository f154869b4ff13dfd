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

        /// Returns the answer in place of a picture: the address's own, else its alternative, the
        /// server's; nil without one.
        ///
        /// It is no alternative of the picture itself: which failures it hides, its status and its
        /// lifetime are rules of the address.
        ///
        /// It has a separate place to load: a slow host of fallbacks keeps none from the host of
        /// the source.
        func fallback(
            for plan: ImagePlan, _ fault: ServerFault, _ client: ClientAddress?
        ) async -> Answer? {
            // A client sees a missing picture where the source cannot be shown, too.
            let isReplaced =
                fault.isOfDownload || !rules.traits.keepsBrokenSources && fault.isOfSource
            guard plan.product == .picture, isReplaced else { return nil }
            var picture = request(for: plan)
            var (sources, place) = ([ImageRequest](), Place?.none)
            if case .picture(let address) = plan.fallback {
                var own = picture.request
                own.source = .url(address)
                own.headers["Cookie"] = cookie(for: SourceAddress(reading: address))
                let host = own.source.host
                if host != nil {
                    place = try? await core.admission.enter(Visitor(client: client, host: host))
                }
                if host == nil || place != nil { sources.append(own) }
            }
            if let stored = core.pictures.fallback {
                var common = picture.request
                (common.source, common.sourceKey) = (stored.source, stored.sourceKey)
                sources.append(common)
            }
            guard let first = sources.first else { return nil }
            picture.request = first
            picture.request.alternatives = sources.dropFirst().map { .request($0) }
            let file = await Admission.$client.withValue(client) {
                try? await picture.file(by: pipeline(for: plan))
            }
            place?.end()
            return file.map { answer(with: $0, inPlaceOf: fault, plan) }
        }

        /// Returns the answer with a file in place of a picture.
        private func answer(
            with file: ImageFile, inPlaceOf fault: ServerFault, _ plan: ImagePlan
        ) -> Answer {
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
