#if Server
    import FoundationEssentials
    import WebImage
    import WebImageURLs

    extension AnswerConditions {
        /// Reads those of a request.
        init(_ request: HeaderFields) {
            self.init(
                ifNoneMatch: request.combined("If-None-Match"),
                ifModifiedSince: request["If-Modified-Since"])
        }

        var isEmpty: Bool { ifNoneMatch == nil && ifModifiedSince == nil }

        /// Returns `true` if a response with this tag and date is what the client has.
        func match(tag: String?, lastModified: String?, at now: Date) -> Bool {
            if let ifNoneMatch {
                guard let tag else { return false }
                return EntityTags(ifNoneMatch).match(
                    tag.hasPrefix("W/") ? String(tag.dropFirst(2)) : tag)
            }
            guard let since = ifModifiedSince.flatMap({ HTTPDate.parse($0, now: now) }),
                let date = lastModified.flatMap({ HTTPDate.parse($0, now: now) })
            else { return false }
            return date <= since
        }

        /// Sets the conditions of a request for the origin.
        func set(on fields: inout HeaderFields) {
            if let ifNoneMatch { fields["If-None-Match"] = ifNoneMatch }
            if let ifModifiedSince { fields["If-Modified-Since"] = ifModifiedSince }
        }
    }
#endif
