#if Server
    import FoundationEssentials
    import WebImage
    import WebImageURLs

    // Tags and dates of origins, whose confirmations are the server's.
    extension ServerCall {
        /// Returns the answer with the file of a plan: 304 if the origin says that the client has it.
        func confirmed(
            _ plan: ImagePlan, by picture: PictureRequest, _ conditions: AnswerConditions
        ) async throws(ServerFault) -> Answer {
            if let head = core.localFiles?.head(of: plan.source) {
                let isKnown = conditions.match(
                    tag: head["ETag"], lastModified: head["Last-Modified"], at: now)
                return isKnown
                    ? confirmation(head, plan) : try await answer(by: picture, plan, nil)
            }
            guard !conditions.isEmpty else { return try await answer(by: picture, plan, nil) }
            if let answer = await cached(plan, by: picture) { return answer }
            var picture = picture
            conditions.set(on: &picture.request.headers)
            (picture.request.memoryCaching, picture.request.diskCaching) = (.off, .off)
            do throws(ServerFault) {
                return try await answer(by: picture, plan, nil)
            } catch {
                guard error.kind == .notModified else { throw error }
                return confirmation(error.head?.headers ?? [:], plan)
            }
        }

        /// Returns the answer that a client's file is the origin's, by the fields of the origin.
        private func confirmation(_ origin: HeaderFields, _ plan: ImagePlan) -> Answer {
            var answer = Answer(status: 304)
            answer.origin = "confirmed"
            answer.fields.set(rules.fields(of: answered(origin, plan)))
            addPictureFields(of: plan, to: &answer)
            return answer
        }
    }

    extension AnswerConditions {
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

        func set(on fields: inout HeaderFields) {
            if let ifNoneMatch { fields["If-None-Match"] = ifNoneMatch }
            if let ifModifiedSince { fields["If-Modified-Since"] = ifModifiedSince }
        }
    }
#endif
