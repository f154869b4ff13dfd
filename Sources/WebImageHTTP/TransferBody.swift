#if HTTP
    import AsyncHTTPClient
    import NIOCore
    import Synchronization
    import WebImageCoding
    import WebImagePipeline

    /// The chunks of an answer, counted against what was announced and what is allowed.
    ///
    /// To be read once: a second reader finds nothing. Leaving early closes the connection, and the
    /// client stays as long as somebody reads.
    struct TransferBody: AsyncSequence, Sendable {
        /// Reads chunk after chunk.
        struct Iterator: AsyncIteratorProtocol {
            private let transfer: Transfer
            private let client: OwnedClient
            private var source: HTTPClientResponse.Body.AsyncIterator?
            private var count = 0

            fileprivate init(_ body: TransferBody, isFirst: Bool) {
                transfer = body.transfer
                client = body.client
                source = isFirst ? body.chunks.makeAsyncIterator() : nil
            }

            @concurrent mutating func next() async throws -> ByteBlock? {
                do {
                    while let buffer = try await source?.next() {
                        count += buffer.readableBytes
                        if count > transfer.limits.maxBodyBytes { throw transfer.tooLarge(count) }
                        if buffer.readableBytes > 0 { return ByteBlock(buffer) }
                    }
                    if source != nil { try checkEnd() }
                    source = nil
                    return nil
                } catch {
                    source = nil
                    throw error is ImageError ? error : transfer.translating(error, after: count)
                }
            }

            private func checkEnd() throws {
                if let expected = transfer.expected {
                    if count < expected { throw transfer.truncated(after: count) }
                } else {
                    // A cancelled stream ends like a whole one, and no length tells them apart.
                    try Task.checkCancellation()
                }
            }
        }

        private final class Once: Sendable {
            private let isFirst = Atomic(true)
            func take() -> Bool { isFirst.exchange(false, ordering: .relaxed) }
        }

        private let transfer: Transfer
        private let chunks: HTTPClientResponse.Body
        private let client: OwnedClient
        private let once = Once()

        init(_ transfer: Transfer, _ chunks: HTTPClientResponse.Body, of client: OwnedClient) {
            self.transfer = transfer
            self.chunks = chunks
            self.client = client
        }

        func makeAsyncIterator() -> Iterator { Iterator(self, isFirst: once.take()) }
    }
#endif
