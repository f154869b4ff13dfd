import Synchronization
import WebImageCoding
import WebImageRuntime

/// Fills entries of several caches with the same bytes; one that fails leaves the others.
///
/// Without any it keeps the bytes until it is dropped, for who reads back what was written.
final class TieredWriter: DataCacheWriter {
    private struct State: Sendable {
        var writers: [any DataCacheWriter]
        var failure: DiskError?
        /// What was written, where no cache has it.
        var blocks: [ByteBlock] = []
    }

    private let key: CacheKey
    private let outdated: [any DataCache]
    private let isConcurrent: Bool
    private let storesNothing: Bool
    private let state: Mutex<State>

    /// - Parameters:
    ///   - outdated: Caches above that may have a copy of the entry before, which goes at commit.
    ///   - failure: Why a cache is missing among the writers.
    init(
        _ writers: [any DataCacheWriter], of key: CacheKey, outdated: [any DataCache],
        isConcurrent: Bool, failure: DiskError?
    ) {
        self.key = key
        self.outdated = outdated
        self.isConcurrent = isConcurrent && writers.count > 1
        storesNothing = writers.isEmpty
        state = Mutex(State(writers: writers, failure: failure))
    }

    func append(_ bytes: RawSpan) throws(DiskError) {
        if storesNothing {
            let block = ByteBlock(copying: bytes)
            return state.withLock { $0.blocks.append(block) }
        }
        let writers = state.withLock { $0.writers }
        var alive: [any DataCacheWriter] = []
        var failure: DiskError?
        for writer in writers {
            do throws(DiskError) {
                try writer.append(bytes)
                alive.append(writer)
            } catch {
                failure = failure ?? error
            }
        }
        // The last one stays, for who reads back what it has.
        guard !alive.isEmpty || failure == nil else { throw failure ?? .noTier }
        state.withLock { state in
            state.writers = alive
            state.failure = state.failure ?? failure
        }
    }

    func written() throws(DiskError) -> ByteBlock {
        try written(by: { writer throws(DiskError) in try writer.written() })
    }

    func written(from offset: Int, atMost count: Int) throws(DiskError) -> ByteBlock {
        let block = try written(by: { writer throws(DiskError) in
            try writer.written(from: offset, atMost: count)
        })
        guard storesNothing else { return block }
        return block.suffix(from: min(max(offset, 0), block.count)).prefix(count)
    }

    /// Returns what the first tier reads back that can.
    private func written(
        by read: (any DataCacheWriter) throws(DiskError) -> ByteBlock
    ) throws(DiskError) -> ByteBlock {
        let (writers, blocks) = state.withLock { ($0.writers, $0.blocks) }
        if storesNothing { return ByteBlock.joining(blocks) }
        var failure: DiskError?
        for writer in writers {
            do throws(DiskError) { return try read(writer) } catch { failure = error }
        }
        throw failure ?? .noTier
    }

    func commit() throws(DiskError) {
        let (writers, failure) = state.withLock { ($0.writers, $0.failure) }
        let failures: [DiskError?] =
            if isConcurrent {
                ParallelRun<DiskError?>.run(count: writers.count, until: { _ in false }) {
                    Self.commit(writers[$0])
                }.map { $0 ?? nil }
            } else {
                writers.map(Self.commit)
            }
        // Only now: a copy that is taken before is of the old entry.
        let removals = outdated.map { cache -> DiskError? in
            Self.failure(of: { () throws(DiskError) in try cache.remove(key) })
        }
        let first = (failures + removals).lazy.compactMap(\.self).first
        if let failure = failure ?? first { throw failure }
    }

    func discard() {
        let writers = state.withLock { state in
            state.blocks = []
            return state.writers
        }
        for writer in writers { writer.discard() }
    }

    private static func commit(_ writer: any DataCacheWriter) -> DiskError? {
        failure(of: { () throws(DiskError) in try writer.commit() })
    }

    /// Why something failed, nil if it did not.
    private static func failure(of work: () throws(DiskError) -> Void) -> DiskError? {
        do throws(DiskError) {
            try work()
            return nil
        } catch {
            return error
        }
    }
}

extension DiskError {
    /// No cache is left to write to.
    fileprivate static var noTier: DiskError {
        DiskError("cannot write any of the caches of", path: "TieredCache", code: 0)
    }
}
