import FoundationEssentials
import WebImageCaching
import WebImageCoding
import WebImageLoading
import WebImageRuntime

/// A disk cache on the I/O executor: its failures are reported to observers, and never fail a load.
///
/// A cache that waits for another machine has separate threads, so that it holds up no other
/// work.
struct DiskAccess: Sendable {
    let cache: any DataCache
    /// The threads of the cache's calls.
    let io: WorkExecutor
    /// The part of the cache that is asked on the I/O executor before the whole is; nil for none.
    private let local: (cache: any DataCache, io: WorkExecutor)?

    init(cache: any DataCache, io: WorkExecutor) {
        let remote = cache as? any RemoteCache
        self.cache = cache
        self.io = remote?.executor ?? io
        local = remote?.executor == nil ? nil : remote?.local.map { ($0, io) }
    }

    enum Outcome: Sendable {
        case missing
        case found(LoadedData)
        /// The length of an entry that was not read: there is no memory for it.
        case tooLong(Int)

        fileprivate var isMissing: Bool { if case .missing = self { true } else { false } }
    }

    /// Reads the stored bytes of a key.
    ///
    /// The length is known from the entry only, so memory is claimed between its head and its
    /// bytes. Bytes that do not answer hold none.
    ///
    /// - Parameters:
    ///   - mayAnswer: Returns `true` if the bytes answer the request, which counts as a hit.
    ///   - claim: Returns memory for a number of bytes, without which none are read; nil if they
    ///     need none.
    ///   - isNeeded: Returns `false`, once there is a thread to read, if the bytes are no longer
    ///     needed.
    func read(
        _ key: CacheKey, trace: LoadTrace, mayAnswer: @Sendable (LoadedData) -> Bool,
        claim: (@Sendable (Int) -> Permit?)?, isNeeded: (@Sendable () -> Bool)? = nil
    ) async -> Outcome {
        @Sendable func look(
            in cache: any DataCache
        ) throws(DiskError) -> (Outcome, isHit: Bool, DataFinding)? {
            isNeeded?() == false ? nil : try find(key, in: cache, mayAnswer, claim)
        }
        do throws(DiskError) {
            // A failure is reported by the whole cache, which asks this part again.
            var found: (Outcome, isHit: Bool, DataFinding)?
            if let local { found = await local.io.run { try? look(in: local.cache) } }
            if found?.0.isMissing != false {
                let damage = found?.2.damage ?? []
                found = try await io.run { () throws(DiskError) in try look(in: cache) }
                found?.2.damage += damage
            }
            guard let (outcome, isHit, finding) = found else { return .missing }
            for damage in finding.damage { trace.report(.damaged(key: key, damage: damage)) }
            for warning in finding.warnings {
                trace.report(.cacheWarned(key: key, warning: warning))
            }
            if case .tooLong = outcome { return outcome }
            trace.report(.disk(key: key, hit: isHit))
            return outcome
        } catch {
            trace.report(.disk(key: key, hit: false))
            trace.report(.cacheFailed(key: key, error: error))
            return .missing
        }
    }

    private func find(
        _ key: CacheKey, in cache: any DataCache, _ mayAnswer: (LoadedData) -> Bool,
        _ claim: ((Int) -> Permit?)?
    ) throws(DiskError) -> (Outcome, isHit: Bool, DataFinding) {
        var finding = try cache.find(key, atMost: claim == nil ? .max : DiskCache.oneReadByteCount)
        var permit: Permit?
        if let claim, let count = finding.skippedByteCount ?? finding.entry?.bytes.count {
            permit = claim(count)
            guard let permit else { return (.tooLong(count), false, finding) }
            // The entry may be replaced by a longer one meanwhile.
            if finding.entry == nil {
                let head = finding
                finding = try cache.find(key, atMost: permit.amount)
                finding.damage += head.damage
                finding.warnings += head.warnings
            }
        }
        guard let data = finding.entry.map(Self.data) else {
            return (finding.skippedByteCount.map { .tooLong($0) } ?? .missing, false, finding)
        }
        let isHit = mayAnswer(data)
        if isHit, let permit { data.keep(permit) }
        return (.found(data), isHit, finding)
    }

    /// Returns the bytes of an entry; a body that was stored while it arrived gets its fingerprint
    /// here.
    private static func data(of entry: StoredEntry) -> LoadedData {
        let (head, bytes) = (entry.head, entry.bytes)
        var record = head.record
        if record != nil, record?.body == nil { record?.body = BodyFingerprint(of: bytes) }
        return LoadedData(
            encoded: EncodedImage(bytes, mediaType: head.mediaType), origin: .disk,
            head: head.response, record: record, expires: head.expires, entry: head)
    }

    /// Returns a function that opens the writer of a new entry.
    func opener(for key: CacheKey, head: EntryHead) -> BodyBuffer.Open {
        { () throws(DiskError) in try cache.writer(for: key, head: head) }
    }

    /// Stores the bytes, unless another image of them did, and the user data of the head in any
    /// case.
    func store(
        _ data: LoadedData, for key: CacheKey, head: EntryHead, trace: LoadTrace
    ) async -> DiskError? {
        await change(key, trace: trace) { () throws(DiskError) in
            try data.storeOnce { writer throws(DiskError) in
                if let writer {
                    try writer.commit()
                } else {
                    try cache.store(data.encoded.bytes, for: key, head: head)
                }
            }
            // What is stored may have the data of another request for these bytes.
            guard !head.requestUserData.isEmpty, let stored = try cache.head(for: key),
                stored.requestUserData != head.requestUserData
            else { return }
            var renewed = stored
            renewed.requestUserData = head.requestUserData
            try cache.renew(key, from: stored, to: renewed)
        }
    }

    func write(
        _ bytes: ByteBlock, for key: CacheKey, head: EntryHead, trace: LoadTrace
    ) async {
        _ = await change(key, trace: trace) { () throws(DiskError) in
            try cache.store(bytes, for: key, head: head)
        }
    }

    /// Writes a new head of an entry whose bytes were confirmed.
    @discardableResult func renew(
        _ key: CacheKey, from old: EntryHead, to head: EntryHead, trace: LoadTrace
    ) async -> DiskError? {
        await change(key, trace: trace) { () throws(DiskError) in
            try cache.renew(key, from: old, to: head)
        }
    }

    func remove(_ key: CacheKey, trace: LoadTrace) async {
        _ = await change(key, trace: trace) { () throws(DiskError) in try cache.remove(key) }
    }

    /// Changes an entry; a failure is reported to observers and returned.
    private func change(
        _ key: CacheKey, trace: LoadTrace,
        _ body: @escaping @Sendable () throws(DiskError) -> Void
    ) async -> DiskError? {
        do throws(DiskError) {
            try await io.run(body)
            return nil
        } catch {
            trace.report(.cacheFailed(key: key, error: error))
            return error
        }
    }
}
