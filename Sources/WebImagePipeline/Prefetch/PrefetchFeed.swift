/// Hands out the requests of a batch one after the other.
protocol PrefetchFeed: Sendable {
    /// The next request, nil at the end.
    func next() async throws -> ImageRequest?
}

/// The requests of a sequence.
// Safe because the sequence was sent here, and one task at a time asks for the next element.
final class SequenceFeed<Iterator: IteratorProtocol>: PrefetchFeed, @unchecked Sendable
where Iterator.Element: ImageRequestConvertible {
    private var iterator: Iterator

    init(_ iterator: sending Iterator) { self.iterator = iterator }

    func next() -> ImageRequest? { iterator.next()?.imageRequest }
}

/// The requests of an asynchronous sequence.
// Safe because the sequence was sent here, and one task at a time asks for the next element.
final class AsyncSequenceFeed<Iterator: AsyncIteratorProtocol>: PrefetchFeed, @unchecked Sendable
where Iterator.Element: ImageRequestConvertible {
    private var iterator: Iterator

    init(_ iterator: sending Iterator) { self.iterator = iterator }

    @concurrent func next() async throws -> ImageRequest? {
        try await iterator.next()?.imageRequest
    }
}
