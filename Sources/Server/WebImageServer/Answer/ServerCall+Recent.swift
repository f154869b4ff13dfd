#if Server
    import WebImage
    import WebImageURLs

    // Files that are at hand.
    extension ServerCall {
        /// Returns the answer by a file in a cache that is still fresh; nil without one.
        func cached(_ plan: ImagePlan, by request: PictureRequest? = nil) async -> Answer? {
            var picture = request ?? self.request(for: plan)
            picture.request.cachePolicy = .onlyIfCached
            guard let file = try? await file(of: plan, by: picture), isFresh(file) else {
                return nil
            }
            return reply(
                answer(with: file, plan), with: file,
                tag: rules.tag(of: answered(file, plan)),
                rules.conditions(of: AnswerConditions(fields)))
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
            return reply(
                entry.answer, with: entry.file, tag: entry.tag,
                rules.conditions(of: AnswerConditions(fields)))
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
                plan: plan, told: plan.told, file: file, tag: rules.tag(of: answered(file, plan)),
                answer: answer(with: file, plan), second: second)
        }

        /// Keeps a file of the cache of results for equal requests.
        func remember(_ file: ImageFile, _ plan: ImagePlan) {
            guard file.origin == .memory, file.staleReason == nil, !file.unchanged,
                isFresh(file), let key = recentKey
            else { return }
            core.recent.insert(entry(file, plan), for: key)
        }
    }
#endif
