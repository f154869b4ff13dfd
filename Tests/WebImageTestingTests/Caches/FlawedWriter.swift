import Foundation
import Synchronization
import WebImageCaching
import WebImageCoding
import WebImagePipeline
import WebImageRuntime

final class FlawedWriter: DataCacheWriter {
    private struct State: Sendable {
        var blocks: [ByteBlock] = []
        var isCommitted = false
        var isDiscarded = false
    }

    private let cache: FlawedCache
    private let key: CacheKey
    private let head: EntryHead
    private let firstOrder: Int
    private let state = Mutex(State())

    init(_ cache: FlawedCache, _ key: CacheKey, _ head: EntryHead) {
        self.cache = cache
        self.key = key
        self.head = head
        firstOrder = cache.shelf.state.withLock { $0.lastOrder }
    }

    deinit {
        let (isCommitted, isDiscarded) = state.withLock { ($0.isCommitted, $0.isDiscarded) }
        if cache.flaw == .commitsDropped, !isCommitted, !isDiscarded { try? commit() }
        if cache.flaw == .undoesCommit, isCommitted { try? cache.remove(key) }
    }

    func append(_ bytes: RawSpan) throws(DiskError) {
        let block = ByteBlock(copying: bytes)
        state.withLock { state in
            if cache.flaw == .keepsLastPiece { state.blocks = [] }
            state.blocks.append(block)
        }
        if cache.flaw == .showsEarly { put(try written()) }
    }

    func written() throws(DiskError) -> ByteBlock {
        let (blocks, isCommitted) = state.withLock { ($0.blocks, $0.isCommitted) }
        if cache.flaw == .forgetsWritten, isCommitted { return ByteBlock(copying: []) }
        return ByteBlock.joining(blocks)
    }

    func commit() throws(DiskError) {
        let bytes = try written()
        if !(cache.flaw == .refusesEmpty && bytes.count == 0) { put(bytes) }
        state.withLock { $0.isCommitted = true }
    }

    func discard() {
        if cache.flaw == .commitsDiscarded { try? commit() }
        state.withLock { $0.isDiscarded = true }
    }

    private func put(_ bytes: ByteBlock) {
        let name = cache.name(key)
        let isInSteps = cache.flaw == .replacesInTwoSteps || cache.flaw == .mixesWriters
        if isInSteps {
            let isThere = cache.shelf.state.withLock { state in
                state.entries[name]?.head = head
                return state.entries[name] != nil
            }
            if isThere { usleep(200) }
        }
        cache.shelf.state.withLock { state in
            if cache.flaw == .firstWins, let other = state.entries[name], other.order > firstOrder {
                return
            }
            if isInSteps, state.entries[name] != nil {
                state.entries[name]?.bytes = bytes
            } else {
                insert(bytes, as: name, into: &state)
            }
        }
    }

    private func insert(_ bytes: ByteBlock, as name: String, into state: inout Shelf.State) {
        state.lastOrder += 1
        var entry = Shelf.Entry(head: head, bytes: bytes, order: state.lastOrder)
        entry.firstExpiry = head.expiry(lifetime: nil)
        switch cache.flaw {
        case .losesRecord: entry.head.record = nil
        case .judgesOnce:
            entry.firstExpiry =
                entry.firstExpiry > head.storedAt ? .distantFuture : .distantPast
        case .writesIntoOld:
            state.entries[name]?.memory?.erase()
            let memory = Scratch(bytes)
            entry.memory = memory
            entry.bytes = memory.block(bytes.count)
        case .makesRoomForLarge: if bytes.count > cache.maxBytes ?? .max { state.entries = [:] }
        default: if bytes.count > cache.maxBytes ?? .max { return }
        }
        state.entries[name] = entry
    }
}
