import Synchronization
import WebImageCoding

/// The bytes of a body that is arriving: one task adds them, others look at them meanwhile.
///
/// Small chunks are put together, so that an origin that sends byte by byte costs no more than
/// another. What goes to the disk leaves memory; it can still be looked at where somebody does.
final class GrowingBody: Sendable {
    fileprivate struct State: Sendable {
        /// The beginning as the disk has it, where somebody looks.
        var stored: ByteBlock?
        /// Bytes that left memory.
        var storedCount = 0
        /// What follows those.
        var blocks: [ByteBlock] = []
        var blockByteCount = 0
        /// What follows those.
        var small: [UInt8] = []
        var isWatched = false
    }

    /// Chunks below this size are copied into one of ``sealByteCount``.
    private static let smallByteCount = 16 << 10
    private static let sealByteCount = 64 << 10

    private let state = Mutex(State())

    /// Adds a chunk.
    func append(_ chunk: ByteBlock) {
        state.withLock { state in
            guard chunk.count < Self.smallByteCount else {
                state.seal()
                state.add(chunk)
                return
            }
            // Safe because the bytes are only read during the call.
            unsafe chunk.withUnsafeBytes { unsafe state.small.append(contentsOf: $0) }
            if state.small.count >= Self.sealByteCount { state.seal() }
        }
    }

    /// All that is in memory, in order.
    func takeStock() -> [ByteBlock] {
        state.withLock { state in
            state.seal()
            return state.blocks
        }
    }

    /// Lets the first blocks go, which the disk has now.
    ///
    /// - Parameter written: All that the disk has; asked only if somebody looks at the body.
    func moveToDisk(_ blockCount: Int, written: () -> ByteBlock?) {
        let isWatched = state.withLock { state in
            state.removeFirst(blockCount)
            return state.isWatched
        }
        guard isWatched, let stored = written() else { return }
        state.withLock { $0.stored = stored }
    }

    /// Takes back what the disk had.
    func takeBack(_ block: ByteBlock) {
        state.withLock { state in
            state.stored = nil
            state.storedCount = 0
            state.blocks.insert(block, at: 0)
            state.blockByteCount += block.count
        }
    }

    /// Bytes from `offset` on, at most `limit` and a block more; none where there are no more yet,
    /// or where they are on disk and were not looked at before: then they come with the next write.
    func bytes(from offset: Int, limit: Int) -> [ByteBlock] {
        state.withLock { state in
            state.isWatched = true
            return state.bytes(from: offset, limit: limit)
        }
    }
}

extension GrowingBody.State {
    fileprivate mutating func add(_ block: ByteBlock) {
        blocks.append(block)
        blockByteCount += block.count
    }

    /// Makes a block of the small chunks so far.
    fileprivate mutating func seal() {
        guard !small.isEmpty else { return }
        add(ByteBlock(copying: small))
        small.removeAll(keepingCapacity: true)
    }

    fileprivate mutating func removeFirst(_ count: Int) {
        let byteCount = blocks[..<count].reduce(0) { $0 + $1.count }
        blocks.removeFirst(count)
        blockByteCount -= byteCount
        storedCount += byteCount
    }

    fileprivate func bytes(from offset: Int, limit: Int) -> [ByteBlock] {
        if offset < storedCount {
            guard let stored, offset < stored.count else { return [] }
            return [stored.suffix(from: offset).prefix(limit)]
        }
        var found: [ByteBlock] = []
        // From the end: who follows the body needs the last blocks only.
        var start = storedCount + blockByteCount
        if offset < start + small.count {
            let rest = small[max(offset - start, 0)...]
            if !rest.isEmpty { found.append(ByteBlock(copying: rest)) }
        }
        for block in blocks.reversed() {
            guard start > offset else { break }
            start -= block.count
            found.append(offset > start ? block.suffix(from: offset - start) : block)
        }
        return Self.firsts(found.reversed(), limit: limit)
    }

    /// The first blocks until there are `limit` bytes.
    private static func firsts(_ blocks: [ByteBlock], limit: Int) -> [ByteBlock] {
        var byteCount = 0
        return Array(
            blocks.prefix { block in
                defer { byteCount += block.count }
                return byteCount < limit
            })
    }
}
