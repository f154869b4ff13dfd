#if Server
    import WebImage
    import WebImageRedis
    import WebImageTiers

    /// The removal of all that a pipeline keeps of a source.
    struct SourceRemoval: Sendable {
        private let pipeline: ImagePipeline
        /// One thread, so that no number of removals keeps the threads of requests busy.
        private let thread = WorkExecutor(maxThreads: 1)
        private let recent: RecentFiles

        init(_ pipeline: ImagePipeline, _ recent: RecentFiles) {
            (self.pipeline, self.recent) = (pipeline, recent)
        }

        /// Removes the source and all results of it from disk, everything from memory, and all remembered
        /// failures; from a shared store, too.
        ///
        /// Memory has no index by source, and is filled again from disk. Requests under way keep their results all the same.
        ///
        /// - Returns: The number of files that were removed.
        /// - Throws: `ImageError.request` for a text that is no URL, `store` if the disk refuses.
        /// - Complexity: One read of the start of each file on disk, and of each entry of a shared store.
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
