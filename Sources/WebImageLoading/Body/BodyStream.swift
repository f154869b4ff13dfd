import WebImageCaching
public import WebImageCoding

/// The bytes of a body in the order they arrive; to be iterated once.
public struct BodyStream: AsyncSequence, Sendable {
    /// A chunk.
    public typealias Element = ByteBlock

    /// Hands out chunk after chunk.
    public struct Iterator: AsyncIteratorProtocol {
        fileprivate let advance: () async throws -> ByteBlock?

        /// The next chunk, nil at the end of a whole body.
        ///
        /// - Throws: ``LoadFailure`` when the transfer breaks.
        public mutating func next() async throws -> ByteBlock? { try await advance() }
    }

    private let make: @Sendable () -> Iterator

    /// A body that another sequence of chunks delivers.
    public init<Chunks: AsyncSequence & Sendable>(_ chunks: Chunks)
    where Chunks.Element == ByteBlock {
        make = {
            let source = Source(chunks.makeAsyncIterator())
            return Iterator { try await source.next() }
        }
    }

    /// A body that is there already.
    public init(_ blocks: [ByteBlock]) {
        make = {
            var rest = blocks.makeIterator()
            return Iterator { rest.next() }
        }
    }

    /// Begins to read; the second reader of a transfer finds nothing.
    public func makeAsyncIterator() -> Iterator { make() }
}

/// The iterator of a foreign sequence.
// Safe because an `Iterator` is used by one task at a time, and it alone holds its source.
private final class Source<Chunks: AsyncIteratorProtocol>: @unchecked Sendable
where Chunks.Element == ByteBlock {
    private var chunks: Chunks

    init(_ chunks: Chunks) { self.chunks = chunks }

    @concurrent func next() async throws -> ByteBlock? { try await chunks.next() }
}
