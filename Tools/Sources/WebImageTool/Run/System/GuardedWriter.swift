import WebImage

/// The writer of an entry, registered with ``Scratch`` until it is released.
final class GuardedWriter: DataCacheWriter {
    private let writer: any DataCacheWriter
    private let scratch: Scratch
    private let ticket: Int

    init(
        scratch: Scratch, _ make: () throws(DiskError) -> any DataCacheWriter
    ) throws(DiskError) {
        self.scratch = scratch
        (writer, ticket) = try scratch.add(make)
    }

    deinit {
        // Releasing the inner writer without a commit leaves nothing behind.
        scratch.remove(ticket)
    }

    func append(_ bytes: RawSpan) throws(DiskError) { try writer.append(bytes) }
    func written() throws(DiskError) -> ByteBlock { try writer.written() }
    func written(from offset: Int, atMost count: Int) throws(DiskError) -> ByteBlock {
        try writer.written(from: offset, atMost: count)
    }
    func commit() throws(DiskError) { try writer.commit() }
    func discard() { writer.discard() }
}
