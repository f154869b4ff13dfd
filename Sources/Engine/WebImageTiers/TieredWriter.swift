import Synchronization
import WebImageCaching
import WebImageCoding
import WebImageRuntime

/// A writer of entries of several caches with the same bytes; one that fails leaves the others.
///
/// Without any cache it keeps the bytes, so that they can be read back.
final class TieredWriter: DataCacheWriter {
    private struct State: Sendable {
        var writers: [any DataCacheWriter]
        var failures: FirstFailure
        /// The bytes, if no cache has them.
        var blocks: [ByteBlock] = []
        var byteCount = 0
    }

    private let key: CacheKey
    private let outdated: [any DataCache]
    private let isConcurrent: Bool
    private let storesNothing: Bool
    private let late: (caches: [any RemoteCache], head: EntryHead)
    private let state: Mutex<State>

    /// - Parameters:
    ///   - outdated: Caches above with copies of the former entry, which `commit` removes.
    ///   - failures: The failures of caches that are missing among the writers.
    ///   - late: Caches on other machines, which get the whole entry at the end, and its head.
    init(
        _ writers: [any DataCacheWriter], of key: CacheKey, outdated: [any DataCache],
        isConcurrent: Bool, failures: FirstFailure,
        late: (caches: [any RemoteCache], head: EntryHead)
    ) {
        self.key = key
        self.late = late
        self.outdated = outdated
        self.isConcurrent = isConcurrent && writers.count > 1
        storesNothing = writers.isEmpty
        state = Mutex(State(writers: writers, failures: failures))
    }

    func append(_ bytes: RawSpan) throws(DiskError) {
        if storesNothing {
            let block = ByteBlock(copying: bytes)
            return state.withLock { state in
                state.blocks.append(block)
                state.byteCount += block.count
            }
        }
        let writers = state.withLock { $0.writers }
        var alive: [any DataCacheWriter] = []
        var failures = FirstFailure()
        for writer in writers where failures.attempt(try writer.append(bytes)) != nil {
            alive.append(writer)
        }
        let count = bytes.byteCount
        // The last writer stays, so that its bytes can be read back.
        if alive.isEmpty { try failures.rethrow() }
        state.withLock { [alive, failures] state in
            state.writers = alive
            state.failures.add(failures.error)
            state.byteCount += count
        }
    }

    func written() throws(DiskError) -> ByteBlock {
        try written(from: 0, atMost: .max)
    }

    /// Returns the bytes of the first writer that can read them back.
    func written(from offset: Int, atMost count: Int) throws(DiskError) -> ByteBlock {
        let (writers, blocks) = state.withLock { ($0.writers, $0.blocks) }
        if storesNothing { return ByteBlock.joining(blocks).part(from: offset, atMost: count) }
        var failures = FirstFailure()
        for writer in writers {
            let block = failures.attempt(try writer.written(from: offset, atMost: count))
            if let block { return block }
        }
        try failures.rethrow()
        throw DiskError("cannot write to any cache of", path: "TieredCache", code: 0)
    }

    func commit() throws(DiskError) {
        let (writers, failures, count) = state.withLock { ($0.writers, $0.failures, $0.byteCount) }
        let outcomes: [DiskError??] =
            isConcurrent
            ? ParallelRun.run(count: writers.count, until: { _ in false }) {
                Self.commit(writers[$0])
            }
            : writers.map(Self.commit)
        var all = FirstFailure([failures.error] + outcomes.map { $0 ?? nil })
        for cache in late.caches {
            // The bytes are read back, so that no second copy is in memory while they arrive.
            let bytes = count <= cache.maxEntryBytes ? all.attempt(try written()) : nil
            if let bytes { all.attempt(try cache.store(bytes, for: key, head: late.head)) }
            if bytes == nil { all.attempt(try cache.remove(key)) }
        }
        // Only now: an earlier promotion copies the old entry.
        for cache in outdated { all.attempt(try cache.remove(key)) }
        try all.rethrow()
    }

    private static func commit(_ writer: any DataCacheWriter) -> DiskError? {
        var failure = FirstFailure()
        failure.attempt(try writer.commit())
        return failure.error
    }

    func discard() {
        let writers = state.withLock { state in
            state.blocks = []
            return state.writers
        }
        for writer in writers { writer.discard() }
    }
}
