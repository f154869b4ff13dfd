public import WebImageCoding
import WebImageRuntime

/// Several caches of bytes that act as one, the highest first: a folder before a shared store, say.
///
/// A tier that fails does not stop the others: a query goes on to the next, a store, removal or
/// clearing is done wherever it can be, then the first failure is thrown.
public struct TieredCache: DataCache {
    /// The caches, from the highest to the lowest.
    public let tiers: [any DataCache]
    /// Which of them does what.
    public let policies: TierPolicies

    /// Caches that act as one; without any, every query is a miss.
    public init(_ tiers: [any DataCache], policies: TierPolicies = TierPolicies()) {
        self.tiers = tiers
        self.policies = policies
    }

    /// The tiers' identities and the policies.
    public var identity: String {
        let names = tiers.map { PercentCoding.encodeComponent($0.identity) }.joined(separator: ",")
        let used = [policies.query, policies.store, policies.remove, policies.clear]
        return "tiers(\(names);\(used.map(\.rawValue).joined(separator: ","));\(policies.promotes))"
    }

    /// The entry of the first tier that has it; asked at once, of the one that answers first.
    ///
    /// - Throws: `DiskError` when none has it and one failed.
    public func reader(
        for key: CacheKey
    ) throws(DiskError) -> (head: EntryHead, bytes: ByteBlock)? {
        try find(key).entry
    }

    /// The entry of the first tier that has it, and what the tiers asked found damaged.
    ///
    /// - Throws: `DiskError` when none has it and one failed.
    public func find(_ key: CacheKey) throws(DiskError) -> DataFinding {
        try find(key, atMost: .max)
    }

    /// Returns the entry of the first tier that has it, or its length if it is longer than the
    /// caller permits.
    ///
    /// - Throws: `DiskError` when none has it and one failed.
    public func find(
        _ key: CacheKey, atMost byteCount: Int
    ) throws(DiskError) -> DataFinding {
        let outcomes = each(policies.query, until: \.isHit) { tier in
            do throws(DiskError) {
                return .found(try tier.find(key, atMost: byteCount))
            } catch {
                return .failure(error)
            }
        }
        let findings = outcomes.compactMap { $0.outcome.finding }
        var found = DataFinding(
            nil, damage: findings.flatMap(\.damage), warnings: findings.flatMap(\.warnings))
        for (place, outcome) in outcomes {
            guard let finding = outcome.finding, outcome.isHit else { continue }
            found.entry = finding.entry
            found.skippedByteCount = finding.skippedByteCount
            if let entry = finding.entry, policies.promotes {
                promote(key, entry.head, entry.bytes, above: place)
            }
            return found
        }
        // Damage and warnings are told rather than that another tier failed: it is a miss anyway.
        if found.damage.isEmpty, found.warnings.isEmpty,
            let failure = outcomes.lazy.compactMap({ $0.outcome.failure }).first
        {
            throw failure
        }
        return found
    }

    /// The head of the first tier that has the entry; nothing is copied.
    ///
    /// - Throws: `DiskError` when none has it and one failed.
    public func head(for key: CacheKey) throws(DiskError) -> EntryHead? {
        var failure: DiskError?
        for place in policies.query.places(of: tiers.count) {
            do throws(DiskError) {
                if let head = try tiers[place].head(for: key) { return head }
            } catch {
                failure = failure ?? error
            }
        }
        if let failure { throw failure }
        return nil
    }

    /// Renews the entry in every tier that has it, whoever stores new ones.
    public func renew(
        _ key: CacheKey, from old: EntryHead, to head: EntryHead
    ) throws(DiskError) {
        try every(.serial) { tier throws(DiskError) in try tier.renew(key, from: old, to: head) }
    }

    /// A sink that fills the tiers that store.
    ///
    /// - Throws: `DiskError` when none of them can be written.
    public func writer(
        for key: CacheKey, head: EntryHead
    ) throws(DiskError) -> any DataCacheWriter {
        let places = policies.store.places(of: tiers.count)
        var writers: [any DataCacheWriter] = []
        var failure: DiskError?
        for place in places {
            do throws(DiskError) {
                writers.append(try tiers[place].writer(for: key, head: head))
            } catch {
                failure = failure ?? error
            }
        }
        if writers.isEmpty, let failure { throw failure }
        return TieredWriter(
            writers, of: key, outdated: outdated(by: places),
            isConcurrent: policies.store == .concurrent, failure: failure)
    }

    /// Stores the bytes in the tiers that store, in one call to each.
    public func store(
        _ bytes: ByteBlock, for key: CacheKey, head: EntryHead
    ) throws(DiskError) {
        let failures = failures(policies.store) { tier throws(DiskError) in
            try tier.store(bytes, for: key, head: head)
        }
        var failure = failures.lazy.compactMap(\.self).first
        // Where none has the new entry, the copies above are still of the one below.
        if let failure, failures.allSatisfy({ $0 != nil }) { throw failure }
        // Only now: a copy that is taken before is of the old entry.
        for tier in outdated(by: policies.store.places(of: tiers.count)) {
            do throws(DiskError) { try tier.remove(key) } catch { failure = failure ?? error }
        }
        if let failure { throw failure }
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

    /// What all tiers hold; an entry in two of them counts twice.
    public func usage() throws(DiskError) -> DiskUsage {
        var sum = DiskUsage(entryCount: 0, byteCount: 0)
        for tier in tiers {
            let usage = try tier.usage()
            sum.add(byteCount: usage.byteCount, entryCount: usage.entryCount)
        }
        return sum
    }

    /// A copy is a kindness: who can't take it is left without.
    private func promote(
        _ key: CacheKey, _ head: EntryHead, _ bytes: ByteBlock, above place: Int
    ) {
        guard place > 0 else { return }
        for tier in tiers[..<place] { try? tier.store(bytes, for: key, head: head) }
        // Whoever stored or removed the entry below meanwhile looked for copies before this one.
        if (try? tiers[place].head(for: key)) == head { return }
        for tier in tiers[..<place] { try? tier.remove(key) }
    }

    /// The tiers above those that store, where they may have copies of the entry before.
    private func outdated(by places: [Int]) -> [any DataCache] {
        guard policies.promotes, let first = places.first else { return [] }
        return Array(tiers[..<first])
    }

    private func every(
        _ policy: TierPolicy, _ work: @escaping @Sendable (any DataCache) throws(DiskError) -> Void
    ) throws(DiskError) {
        if let failure = failures(policy, work).lazy.compactMap(\.self).first { throw failure }
    }

    /// Why each tier of a policy failed; nil for one that did not.
    private func failures(
        _ policy: TierPolicy, _ work: @escaping @Sendable (any DataCache) throws(DiskError) -> Void
    ) -> [DiskError?] {
        let outcomes = each(policy, until: { _ in false }) { tier in
            do throws(DiskError) {
                try work(tier)
                return .found(DataFinding(nil))
            } catch {
                return .failure(error)
            }
        }
        return outcomes.map(\.outcome.failure)
    }

    /// What the tiers of a policy did, in the order of their places; no more than was needed.
    private func each(
        _ policy: TierPolicy, until isEnough: @escaping @Sendable (TierOutcome) -> Bool,
        _ work: @escaping @Sendable (any DataCache) -> TierOutcome
    ) -> [(place: Int, outcome: TierOutcome)] {
        let places = policy.places(of: tiers.count)
        guard policy == .concurrent, places.count > 1 else {
            var outcomes: [(place: Int, outcome: TierOutcome)] = []
            for place in places {
                let outcome = work(tiers[place])
                outcomes.append((place, outcome))
                if isEnough(outcome) { break }
            }
            return outcomes
        }
        let tiers = tiers
        return ParallelRun<TierOutcome>.run(count: places.count, until: isEnough) {
            work(tiers[$0])
        }
        .enumerated().compactMap { place, outcome in outcome.map { (place, $0) } }
    }
}

/// What one tier did.
private enum TierOutcome: Sendable {
    case found(DataFinding)
    case failure(DiskError)

    var isHit: Bool { finding?.entry != nil || finding?.skippedByteCount != nil }

    var finding: DataFinding? {
        if case .found(let finding) = self { return finding }
        return nil
    }

    var failure: DiskError? {
        if case .failure(let error) = self { return error }
        return nil
    }
}
