#if HTTP && os(Linux)
    import Synchronization
    import WebImageCaching
    import WebImageCoding

    /// The parts of a response on their way from the thread of connections to a task.
    final class ResponseQueue: Sendable {
        enum Part: Sendable {
            case head(ResponseHead, timings: [(stage: String, duration: Duration)])
            case bytes(ByteBlock)
        }

        private typealias Reader = CheckedContinuation<Part?, any Error>

        /// Parts that wait for the reader before the connection pauses.
        private static let (mostBytes, mostParts) = (256 << 10, 256)

        private struct State {
            /// The parts that wait, the next one last.
            var parts: [Part] = []
            var byteCount = 0
            /// The end; no more parts come.
            var end: Result<Void, any Error>?
            var reader: Reader?
            var isPaused = false

            /// Takes the next part or the end; nil if none has come yet.
            mutating func take() -> Result<Part?, any Error>? {
                guard let part = parts.popLast() else { return end?.map { nil } }
                if case .bytes(let block) = part { byteCount -= block.count }
                return .success(part)
            }
        }

        private let state = Mutex(State())

        var hasEnded: Bool { state.withLock { $0.end != nil } }
        var isPaused: Bool { state.withLock(\.isPaused) }

        // MARK: The reader

        /// Returns the next part for the one task that reads; nil at the end.
        func next() async throws -> Part? {
            if let known = state.withLock({ $0.take() }) { return try known.get() }
            return try await withCheckedThrowingContinuation { reader in
                let known = state.withLock { state in
                    let known = state.take()
                    if known == nil { state.reader = reader }
                    return known
                }
                if let known { reader.resume(with: known) }
            }
        }

        /// Returns `true` if a pause is over, since half of what may wait was read.
        func resumes() -> Bool {
            state.withLock { state in
                guard state.isPaused, state.byteCount < Self.mostBytes / 2,
                    state.parts.count < Self.mostParts / 2
                else { return false }
                state.isPaused = false
                return true
            }
        }

        // MARK: The thread

        /// Returns `true` if another part may be added; else a pause begins.
        func hasRoom() -> Bool {
            state.withLock { state in
                state.isPaused =
                    state.byteCount >= Self.mostBytes || state.parts.count >= Self.mostParts
                return !state.isPaused
            }
        }

        func add(_ part: Part) {
            let reader = state.withLock { state in
                let reader = state.reader.take()
                if reader == nil {
                    state.parts.insert(part, at: 0)
                    if case .bytes(let block) = part { state.byteCount += block.count }
                }
                return reader
            }
            reader?.resume(returning: part)
        }

        /// Ends the response; cancellation also drops the parts that wait.
        ///
        /// - Returns: `false` if it has ended before.
        func end(_ end: Result<Void, any Error>) -> Bool {
            let (isFirst, reader) = state.withLock { state -> (Bool, Reader?) in
                guard state.end == nil else { return (false, nil) }
                state.end = end
                if case .failure(is CancellationError) = end { state.parts = [] }
                return (true, state.reader.take())
            }
            reader?.resume(with: end.map { nil })
            return isFirst
        }
    }
#endif
