#if Server
    import FoundationEssentials
    import WebImage

    /// The conditions under which a client wants a response (RFC 9110, section 13).
    struct Conditions: Hashable, Sendable {
        var ifNoneMatch: String?
        var ifModifiedSince: String?

        /// Reads those of a request, as the rules take them.
        init(_ request: HeaderFields, _ rules: AnswerRules, at now: Date) {
            ifNoneMatch = rules.tellsTags ? request.combined("If-None-Match") : nil
            ifModifiedSince = rules.tellsDates ? request["If-Modified-Since"] : nil
            guard rules.manner == .imgproxy else { return }
            if let tag = ifNoneMatch {
                let own = EntityTags(tag).tags.compactMap(rules.unbusted)
                guard !own.isEmpty else {
                    (ifNoneMatch, ifModifiedSince) = (nil, nil)
                    return
                }
                ifNoneMatch = own.joined(separator: ", ")
            }
            if let buster = rules.dateBuster, let text = ifModifiedSince,
                HTTPDate.parse(text, now: now).map({ $0 < buster }) ?? true
            {
                ifModifiedSince = nil
            }
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
