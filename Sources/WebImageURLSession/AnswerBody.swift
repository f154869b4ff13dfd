import Synchronization
import WebImageCaching
import WebImageCoding
import WebImageRuntime

/// The chunks of an answer, to be read once; leaving early or dropping it unread ends the task.
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

    /// Who reads; the task is cancelled with it, which one that is over does not mind.
    fileprivate final class Reader: Sendable {
        let answer: SessionAnswer
        init(_ answer: SessionAnswer) { self.answer = answer }
        deinit { answer.cancel() }
    }

    /// Holds the reader until somebody reads.
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
