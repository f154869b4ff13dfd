#if Server
    import HTTPTypes
    import Hummingbird
    import HummingbirdCore
    import WebImage
    import WebImageRedis
    import WebImageTiers

    /// The answers on a port that operators alone reach: metrics, and the removal of what is kept
    /// of a source.
    struct OperatorPort: Sendable {
        let core: ServerCore

        /// Answers `GET` of `/metrics` by the metrics, and `DELETE` or `PURGE` of `/sources/` and a
        /// source, with each byte that a path has not as `%xx`, by the number of files that were
        /// removed.
        func answer(to request: Request) async -> Answer {
            let (path, head) = (request.head.path ?? "", "/sources/")
            if let malformed = MalformedRequest(rawValue: path) {
                return Answer(400, malformed.reason + "\n")
            }
            switch request.method.rawValue {
            case "GET", "HEAD":
                return path.prefix { $0 != "?" } == "/metrics"
                    ? metrics : Answer(404, "expected /metrics\n")
            case "DELETE", "PURGE": break
            default:
                var answer = Answer(405, "expected GET, HEAD, DELETE or PURGE\n")
                answer.fields["Allow"] = "GET, HEAD, DELETE, PURGE"
                return answer
            }
            guard core.admits(request.headers[values: .authorization]) else {
                return Answer(403, "the secret is missing or wrong\n")
            }
            guard path.hasPrefix(head),
                let source = PercentCoding.decode(
                    path.utf8.dropFirst(head.utf8.count), isStrict: true),
                let address = String(validating: source, as: UTF8.self)
            else { return Answer(404, "expected /sources/ and a source, as %xx\n") }
            do throws(ImageError) {
                let count = String(try await core.removal.remove(address))
                return Answer(200, JSONText.object([("removed", count)]), type: "application/json")
            } catch {
                if case .request(let reason) = error { return Answer(400, reason + "\n") }
                return Answer(500, error.reason + "\n")
            }
        }

        private var metrics: Answer {
            guard let metrics = core.prometheus else {
                return Answer(404, "the program has another factory of metrics\n")
            }
            return Answer(200, metrics.text, type: "text/plain; version=0.0.4; charset=utf-8")
        }
    }

    /// The removal of all that a pipeline keeps of a source.
    struct SourceRemoval: Sendable {
        private let pipeline: ImagePipeline
        /// One thread, so that no number of removals keeps the threads of requests busy.
        private let thread = WorkExecutor(maxThreads: 1)
        private let recent: RecentFiles

        init(_ pipeline: ImagePipeline, _ recent: RecentFiles) {
            (self.pipeline, self.recent) = (pipeline, recent)
        }

        /// Removes the source and all results of it from disk, everything from memory, and all
        /// remembered failures; from a shared store, too.
        ///
        /// Memory has no index by source, and is filled again from disk. Requests under way keep
        /// their results all the same.
        ///
        /// - Returns: The number of files that were removed.
        /// - Throws: `ImageError.request` for a text that is no URL, `store` if the disk refuses.
        /// - Complexity: One read of the start of each file on disk, and of each entry of a shared
        ///   store.
        func remove(_ address: String) async throws(ImageError) -> Int {
            let start = try Self.start(of: address)
            await pipeline.flush()
            let caches = [pipeline.disk, pipeline.originals, pipeline.results].compactMap(\.self)
                .flatMap { ($0 as? TieredCache)?.tiers ?? [$0] }
            defer {
                for cache in [pipeline.memory, pipeline.resultMemory] { cache.removeAll() }
                recent.removeAll()
                pipeline.failures?.removeAll()
            }
            do throws(DiskError) {
                return try await thread.run { () throws(DiskError) in
                    var count = 0
                    for folder in caches.compactMap({ $0 as? DiskCache }) {
                        try folder.removeEntries { key, _, _ in
                            let isOfSource = key.utf8.starts(with: start.utf8)
                            count += isOfSource ? 1 : 0
                            return isOfSource
                        }
                    }
                    for store in caches.compactMap({ $0 as? RedisCache }) {
                        count += try store.removeEntries { $0.utf8.starts(with: start.utf8) }
                    }
                    return count
                }
            } catch {
                throw .store(error)
            }
        }

        /// Returns the beginning of the keys of a source and its results.
        private static func start(of address: String) throws(ImageError) -> String {
            do throws(LoadFailure) {
                guard let source = try SourceIdentity.immediate(of: .url(address)) else {
                    throw LoadFailure(.refusedRequest, "expected the URL of a source")
                }
                return CacheKey(subject: source.subject, parts: source.parts).text
            } catch {
                throw .request(error.reason)
            }
        }
    }
#endif
