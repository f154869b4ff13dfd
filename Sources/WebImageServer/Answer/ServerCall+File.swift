#if Server
    import FoundationEssentials
    import WebImage
    import WebImageURLs

    // Files of pictures.
    extension ServerCall {
        /// Returns the answer with the file of a plan: 304 if the client has it.
        func file(of plan: ImagePlan) async throws(ServerFault) -> Answer {
            let conditions = Conditions(fields, rules, at: now)
            var picture = request(for: plan)
            if let head = core.localFiles?.head(of: plan.source), rules.manner == .imgproxy {
                let isKnown = conditions.match(
                    tag: head["ETag"], lastModified: head["Last-Modified"], at: now)
                return isKnown
                    ? confirmation(head, plan) : try await answer(with: picture, plan, nil)
            }
            guard rules.manner == .imgproxy, !conditions.isEmpty else {
                return try await answer(with: picture, plan, conditions)
            }
            // The origin's tag is that of the response: its confirmation is ours.
            if let answer = await cached(plan, by: picture) { return answer }
            conditions.set(on: &picture.request.headers)
            (picture.request.memoryCaching, picture.request.diskCaching) = (.off, .off)
            do throws(ServerFault) {
                return try await answer(with: picture, plan, nil)
            } catch {
                guard error.kind == .notModified else { throw error }
                return confirmation(error.head?.headers ?? [:], plan)
            }
        }

        /// Returns the answer that a client's file is the origin's, by the fields of the origin.
        private func confirmation(_ origin: HeaderFields, _ plan: ImagePlan) -> Answer {
            var answer = Answer(status: 304)
            answer.origin = "confirmed"
            rules.take(origin, remaining(of: plan), at: now, into: &answer.fields)
            addPictureFields(of: plan, to: &answer)
            return answer
        }

        /// Returns the answer by a file in a cache that is still fresh; nil without one.
        func cached(_ plan: ImagePlan, by request: PictureRequest? = nil) async -> Answer? {
            var picture = request ?? self.request(for: plan)
            picture.request.cachePolicy = .onlyIfCached
            guard let file = try? await file(of: plan, by: picture), isFresh(file) else {
                return nil
            }
            return reply(answer(with: file, plan), with: file, Conditions(fields, rules, at: now))
        }

        /// Returns the file of a plan, and keeps a hit for equal requests.
        private func file(
            of plan: ImagePlan, by picture: PictureRequest
        ) async throws(ServerFault) -> ImageFile {
            let file: ImageFile
            do throws(ImageError) {
                file = try await picture.file(by: pipeline(for: plan))
            } catch {
                throw ServerFault(error)
            }
            try checkFrames(of: file.source, plan.limits)
            remember(file, plan)
            return file
        }

        /// The answer by a file that equal requests got lately, while it is fresh; nil without one.
        var recent: Answer? {
            guard let key = recentKey, var entry = core.recent[key], isFresh(entry.file),
                entry.plan.expires.map({ $0 > second }) ?? true
            else { return nil }
            record.told = entry.told
            if entry.second != second {
                entry = self.entry(entry.file, entry.plan)
                core.recent.insert(entry, for: key)
            }
            return reply(entry.answer, with: entry.file, Conditions(fields, rules, at: now))
        }

        private func isFresh(_ file: ImageFile) -> Bool {
            file.freshness(at: now).map { $0 > .zero } ?? false
        }

        /// The parts of the request that choose its file; nil if the client's cookies choose it too.
        private var recentKey: RecentFiles.Key? {
            guard case .none = settings.sources.cookies else { return nil }
            return RecentFiles.Key(target: target, accept: fields.combined("Accept"))
        }

        private func entry(_ file: ImageFile, _ plan: ImagePlan) -> RecentFiles.Entry {
            RecentFiles.Entry(
                plan: plan, told: plan.told, file: file, answer: answer(with: file, plan),
                second: second)
        }

        /// Keeps a file of the cache of results for equal requests.
        private func remember(_ file: ImageFile, _ plan: ImagePlan) {
            guard file.origin == .memory, file.staleReason == nil, !file.unchanged,
                isFresh(file), let key = recentKey
            else { return }
            core.recent.insert(entry(file, plan), for: key)
        }

        func request(for plan: ImagePlan) -> PictureRequest {
            var picture = PictureRequest(
                plan, accept: fields.combined("Accept"), settings,
                watermark: core.pictures.watermark,
                codecs: core.pipeline.codecs, encodable: core.encodable)
            picture.request.headers["Cookie"] = cookie(for: plan.source)
            if rules.manner != .webImage {
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
                    // A grammar's own bound, which thumbor has, raises none of the server's.
                    let most = rules.manner == .thumbor ? $0.decode.maxPixels : .max
                    $0.decode.maxPixels = min(pixels, most)
                }
                if let bytes = limits.maxSourceBytes {
                    $0.load.maxBodyBytes = bytes
                    $0.load.networkPolicy?.maxBodyBytes = bytes
                }
            }
            return pipeline
        }

        private func answer(
            with picture: PictureRequest, _ plan: ImagePlan, _ conditions: Conditions?
        ) async throws(ServerFault) -> Answer {
            let file = try await file(of: plan, by: picture)
            var answer = answer(with: file, plan)
            await addStored(file, by: picture, plan, to: &answer)
            return reply(answer, with: file, conditions)
        }

        /// Refuses an animation whose frames, as far as they count, have too many pixels.
        private func checkFrames(
            of source: ImageMetadata, _ limits: LimitPlan
        ) throws(ServerFault) {
            let own = settings.bounds
            let frames = min(source.frameCount, limits.maxFrames ?? own.maxFrames ?? .max)
            guard frames > 1, let pixels = limits.maxPixels ?? own.maxPixels else { return }
            let isOver =
                if let most = limits.maxFramePixels ?? own.maxFramePixels {
                    source.size.area > most
                } else {
                    source.size.area > pixels / frames
                }
            guard isOver else { return }
            throw ServerFault(
                .limit,
                "\(frames) frames of \(source.size) pixels, more than the \(pixels) allowed")
        }

        func answer(with file: ImageFile, _ plan: ImagePlan) -> Answer {
            var answer = Answer(status: 200, body: .bytes(file.bytes))
            answer.origin = file.origin.rawValue
            let origin = file.head?.headers ?? core.localFiles?.head(of: plan.source) ?? [:]
            answer.fields = rules.fields(of: file, origin, lifetime: remaining(of: plan), at: now)
            answer.fields["Content-Disposition"] = plan.disposition(
                ending: file.format.servedExtension, rules.manner)
            answer.fields["Cache-Status"] = Self.cacheStatus(of: file, at: now)
            addSizes(of: file, to: &answer.fields)
            addPictureFields(of: plan, to: &answer)
            answer.timings = file.timings
            return answer
        }

        /// Returns the answer with a file: 304 if the client has it.
        private func reply(
            _ answer: Answer, with file: ImageFile, _ conditions: Conditions?
        ) -> Answer {
            guard let conditions,
                conditions.match(tag: tag(of: file), lastModified: file.lastModified, at: now)
            else { return answer }
            var answer = answer
            (answer.status, answer.body) = (304, .none)
            for name in ["Content-Type", "Content-Disposition"] { answer.fields[name] = nil }
            return answer
        }

        /// Returns the tag that the client's condition is compared with.
        private func tag(of file: ImageFile) -> String? {
            rules.manner == .imgproxy ? file.head?.headers["ETag"] : rules.tag(of: file)
        }

        private func addSizes(of file: ImageFile, to fields: inout HeaderFields) {
            guard settings.tellsSizes else { return }
            fields["X-Origin-Width"] = String(file.source.size.width)
            fields["X-Origin-Height"] = String(file.source.size.height)
            fields["X-Result-Width"] = String(file.size.width)
            fields["X-Result-Height"] = String(file.size.height)
            fields["X-Origin-Content-Length"] = file.head?.headers["Content-Length"]
        }

        private func addPictureFields(of plan: ImagePlan, to answer: inout Answer) {
            if settings.encoding.dependsOnAccept,
                rules.manner == .imgproxy || plan.encoding.format == nil
            {
                answer.fields["Vary"] = "Accept"
            }
            addLink(of: plan, to: &answer.fields)
            addSourceKey(of: plan, to: &answer.fields)
        }
    }
#endif
