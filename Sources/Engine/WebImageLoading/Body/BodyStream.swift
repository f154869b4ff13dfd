public import WebImageCoding

/// The bytes of a body in the order they arrive; to be iterated once.
public struct BodyStream: AsyncSequence, Sendable {
    /// Returns chunk after chunk.
    public struct Iterator: AsyncIteratorProtocol {
        fileprivate let advance: () async throws -> ByteBlock?

        /// Returns the next chunk, `nil` at the end of a whole body.
        ///
        /// - Throws: ``LoadFailure`` if the transfer breaks.
        public mutating func next() async throws -> ByteBlock? { try await advance() }
    }

    private let begin: @Sendable () -> () async throws -> ByteBlock?

    /// Creates a body of another sequence of chunks.
    public init<Chunks: AsyncSequence & Sendable>(_ chunks: Chunks)
    where Chunks.Element == ByteBlock {
        self.init {
            let source = Source(chunks.makeAsyncIterator())
            return { try await source.next() }
        }
    }

    /// Creates a body of blocks that are in memory.
    public init(_ blocks: [ByteBlock]) {
        self.init {
            var rest = blocks.makeIterator()
            return { rest.next() }
        }
    }

    /// Creates a body of a function that makes a reader; a reader returns chunk after chunk.
    package init(begin: @escaping @Sendable () -> () async throws -> ByteBlock?) {
        self.begin = begin
    }

    /// Begins to read; the second reader of a transfer finds nothing.
    public func makeAsyncIterator() -> Iterator { Iterator(advance: begin()) }

    /// Reads the first chunks, until `isEnough` returns `true` for the last of them.
    ///
    /// - Returns: The whole body, with those chunks; it may be read once.
    package func begun(until isEnough: (ByteBlock) -> Bool) async throws -> Self {
        let source = Source(makeAsyncIterator())
        var first: [ByteBlock] = []
        while let chunk = try await source.next() {
            first.append(chunk)
            if isEnough(chunk) { break }
        }
        return BodyStream { [first] in
            var chunks = first.makeIterator()
            return {
                if let chunk = chunks.next() { return chunk }
                return try await source.next()
            }
        }
    }

    /// Returns the same chunks; an error is replaced by the one that `exchange` returns or throws.
    package func onFailure(
        _ exchange: @escaping @Sendable (any Error) async throws -> any Error
    ) -> Self {
        BodyStream {
            var chunks = makeAsyncIterator()
            return {
                do {
                    return try await chunks.next()
                } catch {
                    throw try await exchange(error)
                }
            }
        }
    }
}

/// The iterator of a foreign sequence.
// Safe because an `Iterator` is used by one task at a time, and it alone holds its source.
private final class Source<Chunks: AsyncIteratorProtocol>: @unchecked Sendable
where Chunks.Element == ByteBlock {
    private var chunks: Chunks

    init(_ chunks: Chunks) { self.chunks = chunks }

    @concurrent func next() async throws -> ByteBlock? { try await chunks.next() }
}
