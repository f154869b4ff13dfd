#if Server
    import Synchronization
    import WebImage
    import WebImageURLs

    /// The files of cached results that were answered lately, by the parts of a request that choose
    /// them.
    ///
    /// A hit needs no plan, key or task then, and takes a third of the time. Files leave with the
    /// older of two generations.
    final class RecentFiles: Sendable {
        struct Key: Hashable, Sendable {
            let target: String
            let accept: String?
        }

        struct Entry: Sendable {
            let plan: ImagePlan
            /// The plan for logs, which hits do not make again.
            let told: String
            let file: ImageFile
            /// The tag that conditions are compared with; nil for none.
            let tag: String?
            /// The answer of one second since 1970; the fields of another one have other ages.
            let answer: Answer
            let second: Int
        }

        private struct State {
            var newer: [Key: Entry] = [:]
            var older: [Key: Entry] = [:]
            /// The bytes of the newer generation.
            var byteCount = 0
        }

        /// The most bytes and entries of a generation, and the largest file.
        private static let limits = (bytes: 8 << 20, count: 1_024, file: 256 << 10)

        private let state = Mutex(State())

        subscript(key: Key) -> Entry? {
            state.withLock { state in
                if let entry = state.newer[key] { return entry }
                guard let entry = state.older[key] else { return nil }
                Self.add(entry, key, to: &state)
                return entry
            }
        }

        func insert(_ entry: Entry, for key: Key) {
            guard entry.file.bytes.count <= Self.limits.file else { return }
            state.withLock { Self.add(entry, key, to: &$0) }
        }

        func removeAll() { state.withLock { $0 = State() } }

        private static func add(_ entry: Entry, _ key: Key, to state: inout State) {
            if let old = state.newer.removeValue(forKey: key) { state.byteCount -= size(old, key) }
            let count = size(entry, key)
            if state.byteCount + count > limits.bytes || state.newer.count >= limits.count {
                (state.older, state.newer, state.byteCount) = (state.newer, [:], 0)
            }
            state.byteCount += count
            state.newer[key] = entry
        }

        /// Returns the bytes of an entry; its plan has the target's parts once more.
        private static func size(_ entry: Entry, _ key: Key) -> Int {
            let fields = entry.file.head?.headers.fields ?? []
            return fields.reduce(entry.file.bytes.count + 2 * key.target.utf8.count) {
                $0 + $1.name.utf8.count + $1.value.utf8.count
            } + (key.accept?.utf8.count ?? 0)
        }
    }

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
                answer(with: file, plan), with: file, tag: rules.tag(of: answered(file, plan)),
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

        private func isFresh(_ file: ImageFile) -> Bool { file.freshness(at: now) ?? .zero > .zero }

        /// The parts of the request that choose its file; nil if the client's cookies choose it
        /// too.
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
