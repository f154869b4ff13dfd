import Synchronization
package import WebImageCaching
package import WebImageCoding

/// The bytes of a body that is arriving: one task adds them, other tasks read them meanwhile.
///
/// Small chunks are copied together, so that an origin that sends single bytes costs no more than
/// another. A large body leaves memory for a file of the disk cache. Without such a file, or after
/// the disk failed, all bytes stay in memory.
package final class BodyBuffer: Sendable {
    /// Opens the sink of a large body.
    package typealias Open = @Sendable () throws(DiskError) -> any DataCacheWriter

    fileprivate struct State: Sendable {
        var open: Open?
        /// The sink that has the bytes which left memory.
        var writer: (any DataCacheWriter)?
        var writtenByteCount = 0
        // The bytes after the written ones: first the blocks, then the small chunks.
        var blocks: [ByteBlock] = []
        var blockByteCount = 0
        var small: [UInt8] = []
        /// The reason for which the written bytes cannot be read back.
        var loss: DiskError?
    }

    /// The most bytes that stay in memory if there is a sink.
    private static let memoryByteCount = 1 << 20
    /// The least bytes of a write.
    private static let flushByteCount = 256 << 10
    /// Chunks below this size are copied into blocks of ``sealByteCount``.
    private static let smallByteCount = 16 << 10
    private static let sealByteCount = 64 << 10

    private let state: Mutex<State>

    /// Creates an empty buffer; without `open` all bytes stay in memory.
    package init(open: Open? = nil) { state = Mutex(State(open: open)) }

    package var byteCount: Int { state.withLock { $0.byteCount } }

    package var residentByteCount: Int { state.withLock { $0.residentByteCount } }

    /// The number of bytes that ``finish(onFailure:)`` copies into one block.
    package var joinedByteCount: Int {
        state.withLock { state in
            guard state.writer == nil, !state.isSmall else { return 0 }
            state.seal()
            return state.blocks.count > 1 ? state.byteCount : 0
        }
    }

    /// `true` if ``finish(onFailure:)`` takes microseconds and uses no disk.
    package var isSmall: Bool { state.withLock { $0.isSmall } }

    /// The most bytes that will be in memory at once, unless the disk fails.
    package var maxResidentByteCount: Int {
        state.withLock { $0.open == nil ? .max : Self.memoryByteCount + Self.flushByteCount }
    }

    /// `true` if there are enough bytes in memory for ``flush()``.
    package var isFlushDue: Bool {
        state.withLock {
            $0.open != nil && $0.byteCount > Self.memoryByteCount
                && $0.residentByteCount >= Self.flushByteCount
        }
    }

    package func append(_ chunk: ByteBlock) {
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

    /// Returns bytes from `offset` on, at most `limit` and a block more; blocks to read the disk.
    ///
    /// There are none if no more came yet, or if the disk cannot read them back.
    package func bytes(from offset: Int, limit: Int) -> [ByteBlock] {
        let (blocks, writer, count) = state.withLock { state in
            offset < state.writtenByteCount
                ? ([], state.writer, min(limit, state.writtenByteCount - offset))
                : (state.bytes(from: offset, limit: limit), nil, 0)
        }
        guard let writer else { return blocks }
        guard let block = try? writer.written(from: offset, atMost: count), block.count > 0 else {
            return []
        }
        return [block]
    }

    /// Returns the same as ``bytes(from:limit:)``; `nil` if the disk has to be read.
    package func bytesInMemory(from offset: Int, limit: Int) -> [ByteBlock]? {
        state.withLock { state in
            offset < state.writtenByteCount ? nil : state.bytes(from: offset, limit: limit)
        }
    }
}

// The steps of the task that adds bytes.
extension BodyBuffer {
    /// Moves the bytes in memory to the disk; blocks.
    ///
    /// - Throws: `DiskError` once, after which all bytes stay in memory; ``finish(onFailure:)``
    ///   throws if some are lost.
    package func flush() throws(DiskError) {
        let (open, writer, blocks) = state.withLock { state in
            state.seal()
            return (state.open, state.writer, state.blocks)
        }
        guard let open else { return }
        do throws(DiskError) {
            let sink = if let writer { writer } else { try open() }
            state.withLock { $0.writer = sink }
            for block in blocks {
                try block.withSpan { span throws(DiskError) in try sink.append(span) }
                state.withLock { $0.removeFirst() }
            }
        } catch {
            try keepInMemory()
            throw error
        }
    }

    /// Returns the whole body, and the uncommitted sink that has all of it, if any; blocks.
    ///
    /// - Parameter onFailure: Called if the disk fails at the last write, which costs the sink
    ///   only.
    /// - Throws: `DiskError` if written bytes cannot be read back.
    package func finish(
        onFailure: (DiskError) -> Void
    ) throws(DiskError) -> (bytes: ByteBlock, writer: (any DataCacheWriter)?) {
        if state.withLock({ $0.writer != nil }) {
            do throws(DiskError) { try flush() } catch { onFailure(error) }
        }
        let (blocks, writer, loss) = state.withLock { state in
            state.seal()
            return (state.blocks, state.writer, state.loss)
        }
        if let loss { throw loss }
        if let writer { return (try writer.written(), writer) }
        return (ByteBlock.joining(blocks), nil)
    }

    /// Takes out the sink of a body that is no longer wanted, to be discarded where blocking is
    /// allowed.
    package func takeWriter() -> (any DataCacheWriter)? {
        state.withLock { state in
            state.open = nil
            return state.writer.take()
        }
    }

    private func keepInMemory() throws(DiskError) {
        let (writer, count) = state.withLock { state in
            state.open = nil
            return (state.writer, state.writtenByteCount)
        }
        guard let writer else { return }
        defer { writer.discard() }
        do throws(DiskError) {
            let written = count > 0 ? try writer.written().prefix(count) : nil
            state.withLock { $0.takeBack(written) }
        } catch {
            state.withLock { state in
                state.writer = nil
                state.loss = error
            }
            throw error
        }
    }
}

extension BodyBuffer.State {
    fileprivate var residentByteCount: Int { blockByteCount + small.count }
    fileprivate var byteCount: Int { writtenByteCount + residentByteCount }
    fileprivate var isSmall: Bool { writer == nil && byteCount <= 128 << 10 }

    fileprivate mutating func add(_ block: ByteBlock) {
        blocks.append(block)
        blockByteCount += block.count
    }

    fileprivate mutating func seal() {
        guard !small.isEmpty else { return }
        add(ByteBlock(copying: small))
        small.removeAll(keepingCapacity: true)
    }

    fileprivate mutating func removeFirst() {
        let byteCount = blocks.removeFirst().count
        blockByteCount -= byteCount
        writtenByteCount += byteCount
    }

    fileprivate mutating func takeBack(_ written: ByteBlock?) {
        writer = nil
        writtenByteCount = 0
        guard let written else { return }
        blocks.insert(written, at: 0)
        blockByteCount += written.count
    }

    fileprivate func bytes(from offset: Int, limit: Int) -> [ByteBlock] {
        var found: [ByteBlock] = []
        // From the end, since a reader that follows the body needs the last blocks only.
        var start = writtenByteCount + blockByteCount
        if offset < start + small.count {
            let rest = small[max(offset - start, 0)...]
            if !rest.isEmpty { found.append(ByteBlock(copying: rest)) }
        }
        for block in blocks.reversed() {
            guard start > offset else { break }
            start -= block.count
            found.append(offset > start ? block.suffix(from: offset - start) : block)
        }
        var byteCount = 0
        return Array(
            found.reversed().prefix { block in
                defer { byteCount += block.count }
                return byteCount < limit
            })
    }
}
