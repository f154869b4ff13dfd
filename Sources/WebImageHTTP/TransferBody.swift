#if HTTP
    import AsyncHTTPClient
    import NIOCore
    import Synchronization
    import WebImageCoding
    import WebImageLoading
    import WebImageRuntime

    /// The chunks of a response, checked against the announced and the allowed length.
    ///
    /// Readable once: a second iterator is empty. Ending early closes the connection. An iterator
    /// retains the client.
    struct TransferBody: AsyncSequence, Sendable {
        struct Iterator: AsyncIteratorProtocol {
            private let transfer: Transfer
            private let client: OwnedClient
            /// The owner of the chunks; releasing it closes the connection.
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
                    // Without a length, a cancelled stream looks like a complete one.
                    try Task.checkCancellation()
                }
            }
        }

        /// The owner of the chunks; releasing it closes the connection.
        fileprivate final class Held: Sendable {
            let chunks: Answer.Chunks
            init(_ chunks: Answer.Chunks) { self.chunks = chunks }
            deinit { chunks.abandon() }
        }

        /// The owner of the chunks until the first iterator takes them.
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
