#if HTTP
    import AsyncHTTPClient
    import NIOCore
    import Synchronization
    import WebImageCoding
    import WebImageLoading
    import WebImageRuntime

    /// The chunks of an answer, counted against what was announced and what is allowed.
    ///
    /// To be read once: a second reader finds nothing. Leaving early closes the connection, and the
    /// client stays as long as somebody reads.
    struct TransferBody: AsyncSequence, Sendable {
        /// Reads chunk after chunk.
        struct Iterator: AsyncIteratorProtocol {
            private let transfer: Transfer
            private let client: OwnedClient
            /// Closes the connection when it is let go.
            private var held: Held?
            private var source: Answer.Reader?
            private var count = 0

            fileprivate init(_ body: TransferBody, _ held: Held?) {
                transfer = body.transfer
                client = body.client
                self.held = held
                source = held?.chunks.makeReader()
            }

            @concurrent mutating func next() async throws -> ByteBlock? {
                do {
                    while let buffer = try await source?.next() {
                        count += buffer.readableBytes
                        if count > transfer.limits.maxBodyBytes { throw transfer.tooLarge(count) }
                        if buffer.readableBytes > 0 { return ByteBlock(buffer) }
                    }
                    if source != nil { try checkEnd() }
                    (source, held) = (nil, nil)
                    return nil
                } catch {
                    (source, held) = (nil, nil)
                    throw error is any LoadError ? error : transfer.translating(error, after: count)
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

        /// The chunks in the hands of one: their connection is closed when they are dropped.
        fileprivate final class Held: Sendable {
            let chunks: Answer.Chunks
            init(_ chunks: Answer.Chunks) { self.chunks = chunks }
            deinit { chunks.abandon() }
        }

        /// The chunks until somebody reads them.
        final class Unread: Sendable {
            private let held: Mutex<Held?>
            init(_ chunks: Answer.Chunks) { held = Mutex(Held(chunks)) }
            fileprivate func take() -> Held? { held.withLock { $0.take() } }
        }

        private let transfer: Transfer
        private let client: OwnedClient
        private let unread: Unread

        init(_ transfer: Transfer, _ unread: Unread, of client: OwnedClient) {
            self.transfer = transfer
            self.client = client
            self.unread = unread
        }

        func makeAsyncIterator() -> Iterator { Iterator(self, unread.take()) }
    }
#endif
