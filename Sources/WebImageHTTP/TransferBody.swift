#if HTTP && os(Linux)
    import Synchronization
    import WebImageCoding
    import WebImageLoading

    /// The chunks of a response, checked against the allowed length.
    ///
    /// Readable once: a second iterator is empty. Ending early closes the connection.
    struct TransferBody: AsyncSequence, Sendable {
        struct Iterator: AsyncIteratorProtocol {
            private let context: FailureContext
            /// The transfer; releasing it ends it.
            private var held: Held?
            private var count = 0

            fileprivate init(_ context: FailureContext, _ held: Held?) {
                self.context = context
                self.held = held
            }

            @concurrent mutating func next() async throws -> ByteBlock? {
                do {
                    guard let block = try await held?.transfer.next() else {
                        held = nil
                        return nil
                    }
                    count += block.count
                    if count > context.limits.maxBodyBytes { throw context.tooLarge(count) }
                    return block
                } catch {
                    held = nil
                    throw error
                }
            }
        }

        /// The owner of a transfer; releasing it ends it.
        fileprivate final class Held: Sendable {
            let transfer: CurlTransfer
            init(_ transfer: CurlTransfer) { self.transfer = transfer }
            deinit { transfer.abandon() }
        }

        /// The owner of the transfer until the first iterator takes it.
        final class Unread: Sendable {
            private let held: Mutex<Held?>
            init(_ transfer: CurlTransfer) { held = Mutex(Held(transfer)) }
            fileprivate func take() -> Held? { held.withLock { $0.take() } }
        }

        private let context: FailureContext
        private let unread: Unread

        init(_ context: FailureContext, _ unread: Unread) {
            self.context = context
            self.unread = unread
        }

        func makeAsyncIterator() -> Iterator { Iterator(context, unread.take()) }
    }
#endif
