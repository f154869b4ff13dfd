import Synchronization
import WebImageCaching
import WebImageCoding
import WebImageRuntime

/// The chunks of a response body, readable once; releasing it or its iterator cancels the task.
struct AnswerBody: AsyncSequence, Sendable {
    struct Iterator: AsyncIteratorProtocol {
        fileprivate var reader: Reader?

        @concurrent mutating func next() async throws -> ByteBlock? {
            do {
                if let chunk = try await reader?.answer.chunk() { return chunk }
            } catch {
                reader = nil
                throw error
            }
            reader = nil
            return nil
        }
    }

    /// Cancels the task when it is released; this has no effect on a completed task.
    fileprivate final class Reader: Sendable {
        let answer: SessionAnswer
        init(_ answer: SessionAnswer) { self.answer = answer }
        deinit { answer.cancel() }
    }

    /// The owner of the reader until the first iterator takes it.
    private final class Lease: Sendable {
        private let reader: Mutex<Reader?>
        init(_ reader: Reader) { self.reader = Mutex(reader) }

        func take() -> Reader? {
            reader.withLock { reader in
                defer { reader = nil }
                return reader
            }
        }
    }

    private let lease: Lease

    init(_ answer: SessionAnswer) { lease = Lease(Reader(answer)) }

    func makeAsyncIterator() -> Iterator { Iterator(reader: lease.take()) }
}
