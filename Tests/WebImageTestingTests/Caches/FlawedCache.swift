import Foundation
import Synchronization
import WebImageCaching
import WebImageCoding
import WebImagePipeline
import WebImageRuntime

/// A cache in memory that meets all requirements except one.
struct FlawedCache: DataCache {
    let flaw: Flaw?
    let shelf: Shelf
    let place: String
    var maxBytes: Int?

    init(_ flaw: Flaw?, in place: String, of places: Shelf.Places, maxBytes: Int? = nil) {
        self.flaw = flaw
        self.place = place
        self.maxBytes = maxBytes
        switch flaw {
        case .forgetsPlace: shelf = Shelf()
        case .sharesPlaces: shelf = places.shelf("everybody's")
        default: shelf = places.shelf(place)
        }
    }

    var identity: String { flaw == .isAnonymous ? "shelf" : "shelf:\(place)" }

    /// Returns the name that identifies an entry.
    func name(_ key: CacheKey) -> String {
        switch flaw {
        case .ignoresCase: key.text.lowercased()
        case .hashesShort: String(key.digest.prefix(2))
        default: key.text
        }
    }

    private func entry(of key: CacheKey) -> StoredEntry? {
        let found = shelf.state.withLock { state -> Shelf.Entry? in
            state.readCount += 1
            if flaw == .mixesKeys, state.readCount.isMultiple(of: 50) {
                return state.entries.values.first
            }
            let fallback = flaw == .answersAnything ? state.entries.values.first : nil
            guard let entry = state.entries[name(key)] ?? fallback else { return nil }
            if isExpired(entry) {
                if flaw != .leavesExpired { state.entries[name(key)] = nil }
                return nil
            }
            return entry
        }
        return found.map { StoredEntry(head: $0.head, bytes: given($0.bytes)) }
    }

    func find(_ key: CacheKey, atMost byteCount: Int) throws(DiskError) -> DataFinding {
        DataFinding(flaw == .findsNothing ? nil : entry(of: key))
    }

    func writer(for key: CacheKey, head: EntryHead) throws(DiskError) -> any DataCacheWriter {
        if flaw == .removesFirst { try remove(key) }
        return FlawedWriter(self, key, head)
    }

    func renew(_ key: CacheKey, from old: EntryHead, to head: EntryHead) throws(DiskError) {
        if flaw == .renewsNothing { return }
        let isRenewed = shelf.state.withLock { state in
            if state.entries[name(key)] == nil, flaw == .renewsMissing {
                state.entries[name(key)] = Shelf.Entry(
                    head: head, bytes: ByteBlock(copying: []))
            }
            guard let entry = state.entries[name(key)],
                entry.head == old || flaw == .renewsAnything
            else { return false }
            state.entries[name(key)]?.head.mediaType = head.mediaType
            if flaw != .renewsInTwoSteps { state.entries[name(key)]?.head = head }
            return true
        }
        guard isRenewed, flaw == .renewsInTwoSteps else { return }
        usleep(200)
        shelf.state.withLock { $0.entries[name(key)]?.head = head }
    }

    func remove(_ key: CacheKey) throws(DiskError) {
        if flaw == .removesNothing { return }
        shelf.state.withLock { state in
            state.entries[name(key)] = nil
            guard flaw == .removesCases else { return }
            state.entries = state.entries.filter { $0.key.lowercased() != name(key).lowercased() }
        }
    }

    func removeAll() throws(DiskError) {
        shelf.state.withLock { state in
            let rest = state.entries.dropFirst(state.entries.count / 2)
            state.entries =
                flaw == .removesHalf ? Dictionary(uniqueKeysWithValues: Array(rest)) : [:]
        }
    }

    func trim() throws(DiskError) {
        shelf.state.withLock { state in
            if flaw == .trimsAll { state.entries = [:] }
            state.entries = state.entries.filter { !isExpired($0.value) }
            makeRoom(&state)
        }
    }

    func usage() throws(DiskError) -> CacheUsage {
        shelf.state.withLock { state in
            let bytes = state.entries.values.reduce(0) { $0 + $1.bytes.count }
            let counted = flaw == .countsBodiesTwice && state.entries.count > 5 ? 2 * bytes : bytes
            return CacheUsage(entryCount: state.entries.count, byteCount: counted)
        }
    }

    func makeRoom(_ state: inout Shelf.State) {
        guard let maxBytes, flaw != .ignoresLimit else { return }
        let limit = flaw == .halvesLimit ? maxBytes / 4 : maxBytes
        var bytes = state.entries.values.reduce(0) { $0 + $1.bytes.count }
        for (name, entry) in state.entries.sorted(by: { $0.value.order < $1.value.order })
        where bytes > limit {
            state.entries[name] = nil
            bytes -= entry.bytes.count
        }
    }

    private func given(_ bytes: ByteBlock) -> ByteBlock {
        switch flaw {
        case .cutsBytes where bytes.count > 4096: bytes.prefix(4096)
        case .cutsLarge where bytes.count > 2 << 20: bytes.prefix(2 << 20)
        default: bytes
        }
    }

    private func isExpired(_ entry: Shelf.Entry) -> Bool {
        let head = entry.head
        switch flaw {
        case .judgesOnce: return entry.firstExpiry <= .distantPast
        case .keepsFirstExpiry: return entry.firstExpiry <= Date()
        case .ignoresKeepUntil: return head.expires.map { $0 <= Date() } ?? false
        default: return head.expiry(lifetime: nil) <= Date()
        }
    }
}
