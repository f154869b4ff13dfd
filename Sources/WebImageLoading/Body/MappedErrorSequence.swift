import WebImageCoding

extension BodyStream {
    /// The same chunks; an error is exchanged for what `exchange` returns or throws.
    func onFailure(
        _ exchange: @escaping @Sendable (any Error) async throws -> any Error
    ) -> some AsyncSequence<ByteBlock, any Error> & Sendable {
        MappedErrorSequence(chunks: self, exchange: exchange)
    }
}

/// The chunks of a body whose failure is told otherwise.
private struct MappedErrorSequence: AsyncSequence, Sendable {
    struct Iterator: AsyncIteratorProtocol {
        var chunks: BodyStream.Iterator
        let exchange: @Sendable (any Error) async throws -> any Error

        mutating func next() async throws -> ByteBlock? {
            do {
                return try await chunks.next()
            } catch {
                throw try await exchange(error)
            }
        }
    }

    let chunks: BodyStream
    let exchange: @Sendable (any Error) async throws -> any Error

    func makeAsyncIterator() -> Iterator {
        Iterator(chunks: chunks.makeAsyncIterator(), exchange: exchange)
    }
}
