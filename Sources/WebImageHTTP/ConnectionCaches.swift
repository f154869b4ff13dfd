#if HTTP && os(Linux)
    import WebImageLoading

    /// The caches of connections of a transport: one for each set of settings and policy, since a kept
    /// connection is not checked again.
    ///
    /// Most programs have one. Beyond 64 the least recently used one is let go; it ends with its last
    /// transfer.
    struct ConnectionCaches {
        struct Key: Hashable {
            let settings: ConnectionSettings
            let policy: NetworkPolicy?
        }

        private static let capacity = 64

        /// The least recently used one first.
        private var caches: [(key: Key, cache: ConnectionCache)] = []

        mutating func cache(for key: Key, on loop: CurlLoop) -> ConnectionCache {
            if let last = caches.last, last.key == key { return last.cache }
            let found = caches.firstIndex { $0.key == key }.map { caches.remove(at: $0).cache }
            if found == nil, caches.count >= Self.capacity { caches.removeFirst() }
            let cache = found ?? ConnectionCache(on: loop)
            caches.append((key, cache))
            return cache
        }

        func shutdown() {
            for (_, cache) in caches { cache.shutdown() }
        }
    }
#endif
