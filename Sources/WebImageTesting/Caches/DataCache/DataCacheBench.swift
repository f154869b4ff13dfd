import FoundationEssentials
import WebImageCaching
import WebImageCoding
import WebImagePipeline

/// What a trial works with: a place of its own, caches in it, and a list of complaints.
final class DataCacheBench: Sendable {
    let complaints = CacheComplaints()
    /// How long a trial waits for what must come.
    let patience: Duration
    let limited: DataCacheConformance.LimitedOpener?
    let place = "trial-\(UUID().uuidString.lowercased())"
    private let opener: DataCacheConformance.Opener

    init(
        patience: Duration, limited: DataCacheConformance.LimitedOpener?,
        _ opener: @escaping DataCacheConformance.Opener
    ) {
        self.patience = patience
        self.limited = limited
        self.opener = opener
    }

    /// A cache in the trial's place; each call opens it again.
    func open() throws -> any DataCache { try opener(place) }

    /// A cache in another place of the trial.
    func openOther() throws -> any DataCache { try opener(place + "-other") }

    /// Leaves the places empty; a cache that can't has been complained about.
    func cleanUp() {
        for opened in [try? open(), try? openOther()] { try? opened?.removeAll() }
    }

    /// Complains unless something holds.
    func expect(_ holds: Bool, _ reason: @autoclosure () -> String) {
        complaints.expect(holds, reason())
    }

    /// Complains unless the key's entry is exactly this one.
    func expectHit(
        _ cache: any DataCache, _ key: CacheKey, _ head: EntryHead, _ bytes: ByteBlock,
        _ when: String = ""
    ) throws {
        guard let found = try cache.reader(for: key) else {
            return complaints.add("\(key) \(when): a miss")
        }
        expect(found.bytes.hasBytes(of: bytes), "\(key) \(when): \(found.bytes.count) other bytes")
        expect(found.head == head, "\(key) \(when): \(found.head) instead of \(head)")
        let alone = try cache.head(for: key)
        expect(alone == head, "\(key) \(when): the head alone is another")
    }

    /// Stores a sample, and returns the head it got.
    @discardableResult
    func store(
        _ sample: CacheSample, in cache: any DataCache, head: EntryHead? = nil
    ) throws -> EntryHead {
        let head = head ?? sample.head()
        try cache.store(sample.bytes, for: sample.key, head: head)
        return head
    }

    /// Complains unless the key's entry is this sample.
    func expectHit(
        _ cache: any DataCache, _ sample: CacheSample, _ head: EntryHead, _ when: String = ""
    ) throws {
        try expectHit(cache, sample.key, head, sample.bytes, when)
    }

    /// Complains unless there is no entry of that key.
    func expectMiss(
        _ cache: any DataCache, _ key: CacheKey, _ when: String = ""
    ) throws {
        let found = try cache.reader(for: key)
        expect(found == nil, "\(key) \(when): \(found?.bytes.count ?? 0) bytes, not a miss")
        let head = try cache.head(for: key)
        expect(head == nil, "\(key) \(when): a head, not a miss")
    }

    /// Complains when an entry is there that is not whole and this name's.
    func expectWhole(_ cache: any DataCache, _ name: String) throws {
        guard let found = try cache.reader(for: CacheKey(name)) else { return }
        let flaw = CacheSample.flaw(of: found.head, found.bytes, named: name)
        if let flaw { complaints.add(flaw) }
    }
}
