import Synchronization
import WebImageCaching
package import WebImageCoding
import WebImageRuntime

/// The bytes of a body that is arriving: one task adds them, others look at them meanwhile.
///
/// Small chunks are put together, so that an origin that sends byte by byte costs no more than
/// another. What goes to the disk leaves memory; it can still be looked at where somebody does.
package final class GrowingBody: Sendable {
    fileprivate struct State: Sendable {
        /// The sink that has the bytes which left memory.
        var stored: (any DataCacheWriter)?
        /// Bytes that left memory.
        var storedCount = 0
        /// What follows those.
        var blocks: [ByteBlock] = []
        var blockByteCount = 0
        /// What follows those.
        var small: [UInt8] = []
    }

    /// Chunks below this size are copied into one of ``sealByteCount``.
    private static let smallByteCount = 16 << 10
    private static let sealByteCount = 64 << 10

    private let state = Mutex(State())

    /// No byte.
    package init() {}

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
    /// - Parameter sink: The sink to read them back from; nil leaves the former one.
    func moveToDisk(_ blockCount: Int, as sink: (any DataCacheWriter)?) {
        state.withLock { state in
            state.removeFirst(blockCount)
            state.stored = sink ?? state.stored
        }
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

    /// Returns bytes from `offset` on, at most `limit` and a block more.
    ///
    /// There are none if no more came yet, or if the disk cannot read them back. The call may block
    /// to read from the disk.
    package func bytes(from offset: Int, limit: Int) -> [ByteBlock] {
        let (blocks, stored, count) = state.withLock { state in
            offset < state.storedCount
                ? ([], state.stored, min(limit, state.storedCount - offset))
                : (state.bytes(from: offset, limit: limit), nil, 0)
        }
        guard let stored else { return blocks }
        guard let block = try? stored.written(from: offset, atMost: count), block.count > 0 else {
            return []
        }
        return [block]
    }

    /// The same without blocking; nil if the disk has to be read.
    package func bytesInMemory(from offset: Int, limit: Int) -> [ByteBlock]? {
        state.withLock { state in
            offset < state.storedCount ? nil : state.bytes(from: offset, limit: limit)
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
