import WebImageCaching
import WebImageCoding
import WebImageRuntime

/// The chunks of a download, over as many connections as it takes.
struct ResumingBody: AsyncSequence, Sendable {
    let point: ResumePoint
    let chunks: BodyStream
    let policy: RetryPolicy
    let patience: RetryAttempts
    /// Asks for what is missing.
    let rest: @Sendable (ResumePoint) async throws -> LoadedBody

    func makeAsyncIterator() -> Iterator { Iterator(self) }

    /// Reads chunk after chunk.
    struct Iterator: AsyncIteratorProtocol {
        private let policy: RetryPolicy
        private let rest: @Sendable (ResumePoint) async throws -> LoadedBody
        private var point: ResumePoint
        private var patience: RetryAttempts
        private var chunks: BodyStream.Iterator?
        private var skipByteCount = 0
        private var resumeCount = 0
        private var madeProgress = true

        fileprivate init(_ body: ResumingBody) {
            policy = body.policy
            rest = body.rest
            point = body.point
            patience = body.patience
            chunks = body.chunks.makeAsyncIterator()
        }

        mutating func next() async throws -> ByteBlock? {
            while chunks != nil {
                guard let step = try await advance() else { continue }
                switch step {
                case .chunk(let chunk): return chunk
                case .broken(let failure, let error):
                    guard try await isWorthAnother(after: failure) else { throw error }
                    try await resume()
                }
            }
            return nil
        }

        private enum Step {
            case chunk(ByteBlock)
            /// Why, and how that was said.
            case broken(LoadFailure, any Error)
        }

        /// What the connection says next; nil for bytes that are there already and for the end.
        private mutating func advance() async throws -> Step? {
            do {
                if let chunk = try await chunks?.next() { return accept(chunk).map(Step.chunk) }
            } catch {
                chunks = nil
                return .broken(try Self.failure(in: error), error)
            }
            // An end that comes too early is a break as well.
            if point.isShort || skipByteCount > 0 { return .broken(shortness, shortness) }
            chunks = nil
            return nil
        }

        private mutating func accept(_ chunk: ByteBlock) -> ByteBlock? {
            let skipped = Swift.min(skipByteCount, chunk.count)
            skipByteCount -= skipped
            guard skipped < chunk.count else { return nil }
            point.receivedByteCount += chunk.count - skipped
            madeProgress = true
            return skipped == 0 ? chunk : chunk.suffix(from: skipped)
        }

        private var shortness: LoadFailure {
            LoadFailure(
                .truncated,
                "expected \(point.byteCount ?? point.receivedByteCount) bytes, got "
                    + "\(point.receivedByteCount - skipByteCount)")
        }

        /// The failure that an error tells, `Retry` behind this one included; throws any other.
        private static func failure(in error: any Error) throws -> LoadFailure {
            if let error = error as? RestartLoad { return error.cause }
            guard let failure = LoadFailure(thrown: error) else { throw error }
            return failure
        }

        /// Finds the rest, or throws why there is none.
        ///
        /// An attempt that fails before its answer costs nothing of what is there.
        private mutating func resume() async throws {
            chunks = nil
            while true {
                let failure: LoadFailure
                do {
                    let answer = try await rest(point)
                    guard let refusal = try take(answer) else { return }
                    failure = refusal
                } catch {
                    guard let thrown = LoadFailure(thrown: error) else { throw error }
                    failure = thrown
                }
                guard try await isWorthAnother(after: failure) else { throw failure }
            }
        }

        private mutating func isWorthAnother(after failure: LoadFailure) async throws -> Bool {
            guard policy.accepts(failure), resumeCount < Resume.maxCount else { return false }
            if madeProgress { patience.renew() }
            madeProgress = false
            resumeCount += 1
            return try await patience.wait(after: failure.head)
        }

        /// Goes on with an answer; returns why not, where another attempt may do better.
        private mutating func take(_ answer: LoadedBody) throws -> LoadFailure? {
            switch point.judge(answer.head) {
            case .goOn(let skipping):
                skipByteCount = skipping
                chunks = answer.chunks.makeAsyncIterator()
            case .complete: break
            case .startOver(let failure): throw RestartLoad(after: failure)
            case .failed(let failure): return failure
            }
            return nil
        }
    }
}
