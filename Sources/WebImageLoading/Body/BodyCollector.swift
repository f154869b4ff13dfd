package import WebImageCaching
package import WebImageCoding

/// Takes the chunks of a body: a small one stays in memory, a large one goes to the disk cache's file.
///
/// Without a place on disk, or after the disk failed, everything stays in memory.
package struct BodyCollector {
    /// Makes the sink of a large body.
    package typealias Open = @Sendable () throws(DiskError) -> any DataCacheWriter

    /// The most bytes that stay in memory when there is a place on disk.
    static let memoryByteCount = 1 << 20
    /// The bytes that are worth a write.
    private static let flushByteCount = 256 << 10

    /// The bytes so far, for who looks at them while more arrive.
    package let body = GrowingBody()
    package private(set) var byteCount = 0
    private var writer: (any DataCacheWriter)?
    private var writtenByteCount = 0
    private var open: Open?
    /// Why bytes that left memory can't be had back.
    private var loss: DiskError?

    /// A collector; without `open` everything stays in memory.
    package init(open: Open?) {
        self.open = open
    }

    /// The bytes that are in memory.
    package var residentByteCount: Int { byteCount - writtenByteCount }

    /// Bytes that are copied into one block at the end.
    package var joinedByteCount: Int {
        guard writer == nil, !isSmall else { return 0 }
        return body.takeStock().count > 1 ? byteCount : 0
    }

    /// Whether finishing it takes microseconds, and asks no disk.
    package var isSmall: Bool { writer == nil && byteCount <= 128 << 10 }

    /// The most bytes that will be in memory at once, as it looks now.
    package var maxResidentByteCount: Int {
        open == nil ? .max : Self.memoryByteCount + Self.flushByteCount
    }

    /// Whether enough waits in memory to be moved to the disk.
    package var isFlushDue: Bool {
        open != nil && byteCount > Self.memoryByteCount
            && byteCount - writtenByteCount >= Self.flushByteCount
    }

    /// Adds a chunk.
    package mutating func append(_ chunk: ByteBlock) {
        byteCount += chunk.count
        body.append(chunk)
    }

    /// Moves what is in memory to the disk; blocks.
    ///
    /// - Throws: `DiskError` the one time it gives up on the disk; ``finish(onFailure:)`` says
    ///   whether anything is lost.
    package mutating func flush() throws(DiskError) {
        guard let open else { return }
        var doneCount = 0
        do throws(DiskError) {
            let sink = if let writer { writer } else { try open() }
            writer = sink
            for block in body.takeStock() {
                try block.withSpan { span throws(DiskError) in try sink.append(span) }
                writtenByteCount += block.count
                doneCount += 1
            }
            body.moveToDisk(doneCount, as: sink)
        } catch {
            body.moveToDisk(doneCount, as: nil)
            self.open = nil
            try keepInMemory()
            throw error
        }
    }

    /// The whole body, and the sink that has all of it, not committed; blocks.
    ///
    /// - Parameter onFailure: Told that the disk failed at the last write, which costs the sink only.
    /// - Throws: `DiskError` when a body that is on disk only can't be read back.
    package mutating func finish(
        onFailure: (DiskError) -> Void
    ) throws(DiskError) -> (bytes: ByteBlock, writer: (any DataCacheWriter)?) {
        if writer != nil {
            do throws(DiskError) { try flush() } catch { onFailure(error) }
        }
        if let loss { throw loss }
        if let writer { return (try writer.written(), writer) }
        return (ByteBlock.joining(body.takeStock()), nil)
    }

    /// Takes out the sink of a body that nobody wants any more, to be given up where blocking is
    /// allowed; nil where there is none.
    package mutating func takeWriter() -> (any DataCacheWriter)? {
        open = nil
        return writer.take()
    }

    /// Takes back what was written before the disk failed.
    private mutating func keepInMemory() throws(DiskError) {
        guard let sink = writer else { return }
        writer = nil
        defer { sink.discard() }
        guard writtenByteCount > 0 else { return }
        do throws(DiskError) {
            let written = try sink.written()
            body.takeBack(written.prefix(writtenByteCount))
        } catch {
            loss = error
            throw error
        }
        writtenByteCount = 0
    }
}
