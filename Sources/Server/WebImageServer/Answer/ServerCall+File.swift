#if Server
    import FoundationEssentials
    import WebImage
    import WebImageURLs

    // The requests and answers of files.
    extension ServerCall {
        func request(for plan: ImagePlan) -> PictureRequest {
            var picture = PictureRequest(
                plan, accept: fields.combined("Accept"), settings,
                watermark: core.pictures.watermark,
                codecs: core.pipeline.codecs, encodable: core.encodable)
            picture.request.headers["Cookie"] = cookie(for: plan.address)
            if rules.traits.needsStatus200,
                settings.sources.responses(of: plan.source).acceptedStatuses == nil
            {
                picture.request.acceptedStatuses = StatusSet(200...200, 206...206)
            }
            return picture
        }

        /// Returns the pipeline with the limits of a plan.
        func pipeline(for plan: ImagePlan) -> ImagePipeline {
            let limits = plan.limits
            var pipeline = core.pipeline
            guard limits.maxPixels != nil || limits.maxSourceBytes != nil else { return pipeline }
            pipeline.setLimits {
                if let pixels = limits.maxPixels {
                    let most = rules.traits.raisesPixels ? .max : $0.decode.maxPixels
                    $0.decode.maxPixels = min(pixels, most)
                }
                if let bytes = limits.maxSourceBytes {
                    $0.load.maxBodyBytes = bytes
                    $0.load.networkPolicy?.maxBodyBytes = bytes
                }
            }
            return pipeline
        }

        /// Refuses an animation whose frames, as far as they count, have too many pixels.
        func checkFrames(of source: ImageMetadata, _ limits: LimitPlan) throws(ServerFault) {
            let own = settings.bounds
            let frames = min(source.frameCount, limits.maxFrames ?? own.maxFrames ?? .max)
            guard frames > 1, let pixels = limits.maxPixels ?? own.maxPixels else { return }
            let most = limits.maxFramePixels ?? own.maxFramePixels ?? pixels / frames
            guard source.size.area > most else { return }
            throw ServerFault(
                .limit,
                "\(frames) frames of \(source.size) pixels, more than the \(pixels) allowed")
        }

        func answer(with file: ImageFile, _ plan: ImagePlan) -> Answer {
            var answer = Answer(status: 200, body: .bytes(file.bytes))
            answer.origin = file.origin.rawValue
            answer.fields["Content-Type"] = file.format.servedMediaType
            answer.fields.set(rules.fields(of: answered(file, plan)))
            answer.fields["Content-Disposition"] = plan.disposition(
                ending: file.format.servedExtension, isEncoded: rules.traits.encodesFileNames)
            answer.fields["Cache-Status"] = Self.cacheStatus(of: file, at: now)
            addSizes(of: file, to: &answer.fields)
            addPictureFields(of: plan, to: &answer)
            answer.timings = file.timings
            return answer
        }

        /// Returns the answer with a file: 304 if the client has it.
        func reply(
            _ answer: Answer, with file: ImageFile, tag: @autoclosure () -> String?,
            _ conditions: AnswerConditions?
        ) -> Answer {
            guard let conditions, !conditions.isEmpty,
                conditions.match(tag: tag(), lastModified: file.lastModified, at: now)
            else { return answer }
            var answer = answer
            (answer.status, answer.body) = (304, .none)
            for name in ["Content-Type", "Content-Disposition"] { answer.fields[name] = nil }
            return answer
        }

        /// Returns a file as rules of fields see it.
        func answered(_ file: ImageFile, _ plan: ImagePlan) -> AnsweredPicture {
            let origin = file.head?.headers ?? core.localFiles?.head(of: plan.source) ?? [:]
            var picture = AnsweredPicture(
                tag: file.entityTag, byteCount: file.bytes.count,
                directives: file.headerFields(at: now)["Cache-Control"] ?? "",
                source: answered(origin, plan))
            picture.lastModified = file.lastModified
            let age = file.age(at: now).map { max(0, Int($0 / .seconds(1))) }
            picture.age = file.head == nil ? nil : age ?? 0
            picture.freshness = file.freshness(at: now).map { Int($0 / .seconds(1)) }
            return picture
        }

        /// Returns the fields of an origin as rules of fields see them.
        func answered(_ origin: HeaderFields, _ plan: ImagePlan) -> AnsweredSource {
            var fields: [String: String] = [:]
            for field in origin.fields {
                let name = field.name.asciiLowered
                fields[name] = fields[name].map { "\($0), \(field.value)" } ?? field.value
            }
            return AnsweredSource(fields: fields, lifetime: remaining(of: plan), now: second)
        }

        private func addSizes(of file: ImageFile, to fields: inout HeaderFields) {
            guard settings.tellsSizes else { return }
            fields["X-Origin-Width"] = String(file.source.size.width)
            fields["X-Origin-Height"] = String(file.source.size.height)
            fields["X-Result-Width"] = String(file.size.width)
            fields["X-Result-Height"] = String(file.size.height)
            fields["X-Origin-Content-Length"] = file.head?.headers["Content-Length"]
            let dropped = file.dropped.map { "\($0.kind.rawValue)=(\($0.from) \($0.to))" }
            fields["X-Result-Dropped"] = dropped.isEmpty ? nil : dropped.joined(separator: ", ")
        }

        func addPictureFields(of plan: ImagePlan, to answer: inout Answer) {
            if settings.encoding.dependsOnAccept,
                rules.traits.variesAlways || plan.encoding.format == nil
            {
                answer.fields["Vary"] = "Accept"
            }
            addLink(of: plan, to: &answer.fields)
            addSourceKey(of: plan, to: &answer.fields)
        }

        static let cacheName = "webimage-server"

        /// Returns the part that the cache had in a file (RFC 9211).
        static func cacheStatus(of file: ImageFile, at now: Date) -> String {
            if file.staleReason != nil { return "\(cacheName); hit; detail=stale-if-error" }
            switch file.origin {
            case .memory, .disk:
                if file.unchanged {
                    return "\(cacheName); fwd=stale; fwd-status=304; detail=\(file.origin)"
                }
                let left = file.freshness(at: now).map { "; ttl=\(Int($0 / .seconds(1)))" } ?? ""
                return "\(cacheName); hit\(left); detail=\(file.origin)"
            case .network, .file:
                return "\(cacheName); fwd="
                    + (file.unchanged ? "stale; fwd-status=200" : "uri-miss")
            }
        }

        /// Adds to the field of a new file that a cache has it now, as the next request would find
        /// it.
        func addStored(
            _ file: ImageFile, by picture: PictureRequest, _ plan: ImagePlan,
            to answer: inout Answer
        ) async {
            guard file.origin == .network || file.origin == .file, file.staleReason == nil,
                let status = answer.fields["Cache-Status"], file.mayBeKept(in: .shared),
                await picture.isKept(by: pipeline(for: plan))
            else { return }
            answer.fields["Cache-Status"] = status + "; stored"
        }

        /// Returns the answer with the file of a plan: 304 if the origin says that the client has
        /// it.
        func confirmed(
            _ plan: ImagePlan, by picture: PictureRequest, _ conditions: AnswerConditions
        ) async throws(ServerFault) -> Answer {
            if let head = core.localFiles?.head(of: plan.source) {
                let isKnown = conditions.match(
                    tag: head["ETag"], lastModified: head["Last-Modified"], at: now)
                return isKnown ? confirmation(head, plan) : try await answer(by: picture, plan, nil)
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
