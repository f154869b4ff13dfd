import FoundationEssentials
import WebImageCaching
import WebImageCoding
import WebImageLoading
import WebImageRuntime

/// A disk cache on the I/O executor: its failures are reported to observers, and never fail a load.
struct DiskAccess: Sendable {
    let cache: any DataCache
    let io: WorkExecutor

    enum Outcome: Sendable {
        case missing
        case found(LoadedData)
        /// The length of an entry that was not read.
        case tooLong(Int)

        var data: LoadedData? {
            if case .found(let data) = self { return data }
            return nil
        }
    }

    /// Reads the stored bytes of a key.
    ///
    /// - Parameters:
    ///   - byteCount: The most bytes to read; a longer entry is neither read nor reported.
    ///   - mayAnswer: Returns `true` if the bytes answer the request, which counts as a hit.
    func read(
        _ key: CacheKey, atMost byteCount: Int, trace: LoadTrace,
        mayAnswer: (LoadedData) -> Bool
    ) async -> Outcome {
        do throws(DiskError) {
            let (found, finding) = try await io.run { () throws(DiskError) in
                let finding = try cache.find(key, atMost: byteCount)
                return (finding.entry.map(Self.data), finding)
            }
            for damage in finding.damage { trace.report(.damaged(key: key, damage: damage)) }
            for warning in finding.warnings {
                trace.report(.cacheWarned(key: key, warning: warning))
            }
            if found == nil, let count = finding.skippedByteCount { return .tooLong(count) }
            trace.report(.disk(key: key, hit: found.map(mayAnswer) ?? false))
            return found.map { .found($0) } ?? .missing
        } catch {
            trace.report(.disk(key: key, hit: false))
            trace.report(.cacheFailed(key: key, error: error))
            return .missing
        }
    }

    /// Returns the bytes of an entry; a body that was stored while it arrived gets its fingerprint here.
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

    /// Stores the bytes, unless another image of them did.
    func store(
        _ data: LoadedData, for key: CacheKey, head: EntryHead, trace: LoadTrace
    ) async -> DiskError? {
        await change(key, trace) { () throws(DiskError) in
            try data.storeOnce { writer throws(DiskError) in
                if let writer {
                    try writer.commit()
                } else {
                    try cache.store(data.encoded.bytes, for: key, head: head)
                }
            }
        }
    }

    func write(
        _ bytes: ByteBlock, for key: CacheKey, head: EntryHead, trace: LoadTrace
    ) async {
        _ = await change(key, trace) { () throws(DiskError) in
            try cache.store(bytes, for: key, head: head)
        }
    }

    /// Writes a new head of an entry whose bytes were confirmed.
    @discardableResult func renew(
        _ key: CacheKey, from old: EntryHead, to head: EntryHead, trace: LoadTrace
    ) async -> DiskError? {
        await change(key, trace) { () throws(DiskError) in
            try cache.renew(key, from: old, to: head)
        }
    }

    func remove(_ key: CacheKey, trace: LoadTrace) async {
        _ = await change(key, trace) { () throws(DiskError) in try cache.remove(key) }
    }

    /// Changes an entry; a failure is reported to observers and returned.
    private func change(
        _ key: CacheKey, _ trace: LoadTrace,
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
