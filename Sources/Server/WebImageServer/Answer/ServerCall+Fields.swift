#if Server
    import FoundationEssentials
    import WebImage
    import WebImageURLs

    // The fields that depend on no file.
    extension ServerCall {
        /// Returns the lifetime that an address states, or that is left until its end; nil for
        /// others.
        func remaining(of plan: ImagePlan) -> Int? {
            let left = plan.expires.map { max(1, $0 - second) }
            guard let least = [left, plan.maxAge].compactMap(\.self).min() else { return nil }
            return rules.lifetime(stated: least)
        }

        /// Adds the address of the source, if responses name it.
        func addLink(of plan: ImagePlan, to fields: inout HeaderFields) {
            guard settings.namesSource, plan.address.origin != nil else { return }
            let url = plan.address.url.replacing("<", with: "%3C").replacing(">", with: "%3E")
            fields["Link"] = "<\(url)>; rel=\"canonical\""
        }

        /// Adds the key of the source, by which a cache in front removes all its pictures.
        func addSourceKey(of plan: ImagePlan, to fields: inout HeaderFields) {
            guard let name = settings.sourceKeyField else { return }
            fields[name] = String(SHA256.hexDigest(of: Array(plan.source.utf8)).prefix(16))
        }

        /// Returns the cookies of the client that an origin gets; nil for none.
        func cookie(for source: SourceAddress) -> String? {
            switch settings.sources.cookies {
            case .none: return nil
            case .all: return fields["Cookie"]
            case .sameOrigin(let base):
                var own = base ?? fields["Host"].map { "http://\($0)/" } ?? ""
                guard !own.isEmpty else { return nil }
                // Else the base could be the beginning of another folder's name.
                if own.utf8.last != UInt8(ascii: "/") { own += "/" }
                return SourcePattern(exactly: own).allows(source) ? fields["Cookie"] : nil
            }
        }

        /// Adds the fields of every answer.
        func addCommonFields(to answer: inout Answer) {
            answer.fields["Server"] = "webimage-server"
            // Clients of HTTP/1.0 wait for the end of the connection else.
            let options = fields.tokens("Connection")
            if let option = ["close", "keep-alive"].first(where: options.contains) {
                answer.fields["Connection"] = option
            }
            answer.fields["X-Request-ID"] = record.id
            answer.fields["X-Content-Type-Options"] = "nosniff"
            if answer.fields["Content-Security-Policy"] == nil {
                answer.fields["Content-Security-Policy"] =
                    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox"
            }
            answer.fields.set(rules.commonFields)
            if let origin = settings.allowedOrigin {
                answer.fields["Access-Control-Allow-Origin"] = origin
                answer.fields["Access-Control-Allow-Methods"] = "GET, OPTIONS"
                answer.fields["Timing-Allow-Origin"] = origin
            }
            answer.fields["Server-Timing"] = serverTiming(of: answer)
        }

        /// Returns the duration of each stage, and of all, in milliseconds.
        private func serverTiming(of answer: Answer) -> String {
            var stages: [(name: String, duration: Duration)] = []
            for (stage, duration) in answer.timings?.entries ?? [] where !stage.contains(".") {
                if let index = stages.firstIndex(where: { $0.name == stage }) {
                    stages[index].duration += duration
                } else {
                    stages.append((stage, duration))
                }
            }
            let parts = stages.map { Self.timing($0.name, $0.duration) }
            return (parts + [Self.timing("total", ContinuousClock.now - record.start)]).joined(
                separator: ", ")
        }

        private static func timing(_ name: String, _ duration: Duration) -> String {
            "\(name);dur=\(JSONText.number(duration / .milliseconds(1)))"
        }
    }
#endif
