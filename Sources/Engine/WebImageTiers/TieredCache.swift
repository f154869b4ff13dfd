public import WebImageCaching
public import WebImageCoding
package import WebImageRuntime

/// Several caches of bytes that act as one, the highest first: a folder before a shared store, say.
///
/// A tier that fails does not stop the others: a query goes on to the next tier. A store, removal
/// or clearing is done in every tier that can, then the first failure is thrown.
public struct TieredCache: DataCache {
    package let tiers: [any DataCache]
    package var members: [any DataCache] { tiers }
    private let policies: TierPolicies

    /// Creates a cache of tiers; without any, every query is a miss.
    ///
    /// - Parameters:
    ///   - tiers: The caches, from the highest to the lowest.
    ///   - query: The tiers to query, in order; the first hit wins.
    ///   - store: The tiers that store a new entry.
    ///   - remove: The tiers that remove an entry.
    ///   - clear: The tiers that remove all entries.
    ///   - promotes: `true` if an entry found in a lower tier is copied to those above it.
    public init(
        _ tiers: [any DataCache], query: TierPolicy = .serial, store: TierPolicy = .highestOnly,
        remove: TierPolicy = .concurrent, clear: TierPolicy = .concurrent, promotes: Bool = false
    ) {
        self.tiers = tiers
        policies = TierPolicies(
            query: query, store: store, remove: remove, clear: clear, promotes: promotes)
    }

    /// The tiers' identities and the policies.
    public var identity: String {
        let names = tiers.map { PercentCoding.encodeComponent($0.identity) }.joined(separator: ",")
        let used = [policies.query, policies.store, policies.remove, policies.clear]
        return "tiers(\(names);\(used.map(\.rawValue).joined(separator: ","));\(policies.promotes))"
    }

    /// Returns the entry of the first tier that has it, or its length if it is longer than the
    /// caller permits; of concurrent queries, the first that hits.
    ///
    /// - Throws: `DiskError` if no tier has it and one failed.
    public func find(
        _ key: CacheKey, atMost byteCount: Int
    ) throws(DiskError) -> DataFinding {
        let outcomes = each(policies.query, until: \.isHit) { tier throws(DiskError) in
            try tier.find(key, atMost: byteCount)
        }
        let findings = outcomes.compactMap { try? $0.outcome.get() }
        var found = DataFinding(
            nil, damage: findings.flatMap(\.damage), warnings: findings.flatMap(\.warnings))
        for (place, outcome) in outcomes {
            guard outcome.isHit, case .success(let finding) = outcome else { continue }
            found.entry = finding.entry
            found.skippedByteCount = finding.skippedByteCount
            if let entry = finding.entry, policies.promotes {
                promote(key, entry.head, entry.bytes, above: place)
            }
            return found
        }
        // It is a miss anyway: damage and warnings are reported rather than a tier's failure.
        if found.damage.isEmpty, found.warnings.isEmpty,
            let failure = outcomes.lazy.compactMap({ $0.outcome.failure }).first
        {
            throw failure
        }
        return found
    }

    /// Returns the head of the first tier that has the entry; nothing is copied.
    ///
    /// - Throws: `DiskError` if no tier has it and one failed.
    public func head(for key: CacheKey) throws(DiskError) -> EntryHead? {
        var failures = FirstFailure()
        for place in policies.query.places(of: tiers.count) {
            if case let head?? = failures.attempt(try tiers[place].head(for: key)) { return head }
        }
        try failures.rethrow()
        return nil
    }

    /// Renews the entry in every tier that has it, also in tiers that do not store.
    public func renew(
        _ key: CacheKey, from old: EntryHead, to head: EntryHead
    ) throws(DiskError) {
        try every(.serial) { tier throws(DiskError) in try tier.renew(key, from: old, to: head) }
    }

    /// Returns a sink that fills the tiers that store.
    ///
    /// - Throws: `DiskError` if none of them can be written.
    public func writer(
        for key: CacheKey, head: EntryHead
    ) throws(DiskError) -> any DataCacheWriter {
        let places = policies.store.places(of: tiers.count)
        var failures = FirstFailure()
        var writers: [any DataCacheWriter] = []
        // The bytes of a tier elsewhere wait in one here.
        let late = places.count > 1 ? places.compactMap { Self.remote(tiers[$0]) } : []
        for place in places where late.isEmpty || Self.remote(tiers[place]) == nil {
            let writer = failures.attempt(try tiers[place].writer(for: key, head: head))
            if let writer { writers.append(writer) }
        }
        if writers.isEmpty { try failures.rethrow() }
        return TieredWriter(
            writers, of: key, outdated: outdated(by: places),
            isConcurrent: policies.store == .concurrent, failures: failures, late: (late, head))
    }

    /// Stores the bytes in the tiers that store, in one call to each.
    public func store(
        _ bytes: ByteBlock, for key: CacheKey, head: EntryHead
    ) throws(DiskError) {
        let outcomes = each(policies.store) { tier throws(DiskError) in
            try tier.store(bytes, for: key, head: head)
        }
        var failures = FirstFailure(outcomes.map(\.outcome.failure))
        // If no tier has the new entry, the copies above are still right.
        if outcomes.allSatisfy({ $0.outcome.failure != nil }) { try failures.rethrow() }
        // Only now: an earlier promotion copies the old entry.
        for tier in outdated(by: policies.store.places(of: tiers.count)) {
            failures.attempt(try tier.remove(key))
        }
        try failures.rethrow()
    }

    /// Removes the entry from the tiers that remove.
    public func remove(_ key: CacheKey) throws(DiskError) {
        try every(policies.remove) { tier throws(DiskError) in try tier.remove(key) }
    }

    /// Removes all entries from the tiers that clear.
    public func removeAll() throws(DiskError) {
        try every(policies.clear) { tier throws(DiskError) in try tier.removeAll() }
    }

    /// Trims every tier to its own limits.
    public func trim() throws(DiskError) {
        try every(.serial) { tier throws(DiskError) in try tier.trim() }
    }

    /// Returns the usage of all tiers; an entry in two of them counts twice.
    public func usage() throws(DiskError) -> CacheUsage {
        var sum = CacheUsage.none
        for tier in tiers { sum += try tier.usage() }
        return sum
    }

    /// Copies an entry to the tiers above; failures are ignored.
    private func promote(
        _ key: CacheKey, _ head: EntryHead, _ bytes: ByteBlock, above place: Int
    ) {
        guard place > 0 else { return }
        for tier in tiers[..<place] { try? tier.store(bytes, for: key, head: head) }
        // A store or removal meanwhile looked for copies before this one was there.
        if (try? tiers[place].head(for: key)) == head { return }
        for tier in tiers[..<place] { try? tier.remove(key) }
    }

    /// Returns the tiers above those that store, which may have copies of the former entry.
    private func outdated(by places: [Int]) -> [any DataCache] {
        guard policies.promotes, let first = places.first else { return [] }
        return Array(tiers[..<first])
    }

    private func every(
        _ policy: TierPolicy, _ work: @escaping @Sendable (any DataCache) throws(DiskError) -> Void
    ) throws(DiskError) {
        try FirstFailure(each(policy, work).map(\.outcome.failure)).rethrow()
    }

    /// Returns the outcomes of the tiers of a policy, in the order of the tiers; no more than
    /// needed.
    private func each<Value: Sendable>(
        _ policy: TierPolicy,
        until isEnough: @escaping @Sendable (Result<Value, DiskError>) -> Bool = { _ in false },
        _ work: @escaping @Sendable (any DataCache) throws(DiskError) -> Value
    ) -> [(place: Int, outcome: Result<Value, DiskError>)] {
        let places = policy.places(of: tiers.count)
        let outcome: @Sendable (Int) -> Result<Value, DiskError> = { [tiers] place in
            Result { () throws(DiskError) in try work(tiers[place]) }
        }
        guard policy == .concurrent, places.count > 1 else {
            var outcomes: [(place: Int, outcome: Result<Value, DiskError>)] = []
            for place in places {
                outcomes.append((place, outcome(place)))
                if let last = outcomes.last, isEnough(last.outcome) { break }
            }
            return outcomes
        }
        return ParallelRun.run(count: places.count, until: isEnough, outcome)
            .enumerated().compactMap { place, outcome in outcome.map { (place, $0) } }
    }
}

// Tiers on other machines.
extension TieredCache: RemoteCache {
    /// The threads of the first tier that waits for another machine.
    package var executor: WorkExecutor? {
        tiers.lazy.compactMap { Self.remote($0)?.executor }.first
    }

    /// The tiers above the first one on another machine, if they are asked before it.
    package var local: (any DataCache)? {
        let above = Array(tiers.prefix { Self.remote($0) == nil })
        guard policies.query != .lowestOnly, policies.query != .nothing else { return nil }
        return above.count > 1
            ? TieredCache(above, query: policies.query, promotes: policies.promotes) : above.first
    }

    /// The most of all tiers on other machines.
    package var maxEntryBytes: Int {
        tiers.compactMap { Self.remote($0)?.maxEntryBytes }.max() ?? 0
    }

    private static func remote(_ cache: any DataCache) -> (any RemoteCache)? {
        let remote = cache as? any RemoteCache
        return remote?.executor == nil ? nil : remote
    }
}

extension Result {
    fileprivate var failure: Failure? {
        if case .failure(let error) = self { error } else { nil }
    }
}

extension Result where Success == DataFinding {
    fileprivate var isHit: Bool {
        guard case .success(let finding) = self else { return false }
        return finding.entry != nil || finding.skippedByteCount != nil
    }
}
