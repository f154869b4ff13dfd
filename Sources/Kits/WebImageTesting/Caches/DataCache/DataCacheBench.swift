import FoundationEssentials
import WebImageCaching
import WebImageCoding
import WebImagePipeline

/// The environment of a trial: its own place, caches in it, and its violations.
final class DataCacheBench: Sendable {
    let complaints = CacheComplaints()
    /// The longest wait of a trial for an expected event.
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

    /// Opens a cache in the trial's place; each call opens it again.
    func open() throws -> any DataCache { try opener(place) }

    /// Opens a cache in another place of the trial.
    func openOther() throws -> any DataCache { try opener(place + "-other") }

    /// Empties the places; if a cache cannot, this was recorded before.
    func cleanUp() {
        for opened in [try? open(), try? openOther()] { try? opened?.removeAll() }
    }

    /// Records a violation unless a condition holds.
    func expect(_ holds: Bool, _ reason: @autoclosure () -> String) {
        complaints.expect(holds, reason())
    }

    /// Records a violation unless the key has exactly this entry.
    func expectHit(
        _ cache: any DataCache, _ key: CacheKey, _ head: EntryHead, _ bytes: ByteBlock,
        _ when: String = ""
    ) throws {
        guard let found = try cache.reader(for: key) else {
            return complaints.add("\(key) \(when): a miss")
        }
        expect(
            found.bytes.hasBytes(of: bytes), "\(key) \(when): the \(found.bytes.count) bytes differ"
        )
        expect(found.head == head, "\(key) \(when): \(found.head) instead of \(head)")
        let alone = try cache.head(for: key)
        expect(alone == head, "\(key) \(when): the head alone is another")
    }

    /// Stores a sample and returns its head.
    @discardableResult
    func store(
        _ sample: CacheSample, in cache: any DataCache, head: EntryHead? = nil
    ) throws -> EntryHead {
        let head = head ?? sample.head()
        try cache.store(sample.bytes, for: sample.key, head: head)
        return head
    }

    /// Records a violation unless the key's entry is this sample.
    func expectHit(
        _ cache: any DataCache, _ sample: CacheSample, _ head: EntryHead, _ when: String = ""
    ) throws {
        try expectHit(cache, sample.key, head, sample.bytes, when)
    }

    /// Records a violation unless the key has no entry.
    func expectMiss(
        _ cache: any DataCache, _ key: CacheKey, _ when: String = ""
    ) throws {
        let found = try cache.reader(for: key)
        expect(found == nil, "\(key) \(when): \(found?.bytes.count ?? 0) bytes, not a miss")
        let head = try cache.head(for: key)
        expect(head == nil, "\(key) \(when): a head, not a miss")
    }

    /// Records a violation if an entry exists that is incomplete or has another name.
    func expectWhole(_ cache: any DataCache, _ name: String) throws {
        guard let found = try cache.reader(for: CacheKey(name)) else { return }
        let flaw = CacheSample.flaw(of: found.head, found.bytes, named: name)
        if let flaw { complaints.add(flaw) }
    }
}
