#if HTTP && os(Linux)
    import CCurlShim
    import Synchronization
    import WebImageCoding
    import WebImageLoading

    /// The body of a request on its way from a stream to the thread of connections, block by block.
    ///
    /// A block is passed on when the next one is known, so a body that is longer than announced
    /// never reaches its announced end, to which a server would answer.
    final class Upload: Sendable {
        private struct State {
            /// The block that waits for the connection, and its bytes that were taken.
            var block: ByteBlock?
            var offset = 0
            var hasEnded = false
            var isPaused = false
            var isCancelled = false
            var task: Task<Void, Never>?
            /// The task that waits for the block to be taken.
            var room: CheckedContinuation<Void, Never>?
        }

        private let body: RequestBody
        private let state = Mutex(State())

        init(_ body: RequestBody) {
            self.body = body
            rewind()
        }

        /// `true` if the connection waits for bytes.
        var isPaused: Bool { state.withLock(\.isPaused) }
        /// `true` if the connection has all bytes.
        var isTaken: Bool { state.withLock { $0.hasEnded && $0.block == nil } }

        /// Begins to read the stream.
        func begin(for transfer: CurlTransfer) {
            guard body.bytes == nil else { return }
            let task = Task { await self.run(for: transfer) }
            state.withLock { $0.task = task }
            if !transfer.isWanted { cancel() }
        }

        /// Begins again with bytes in memory; streams are sent once only.
        func rewind() {
            guard let bytes = body.bytes else { return }
            state.withLock { state in
                (state.block, state.offset) = (bytes.count > 0 ? bytes : nil, 0)
                state.hasEnded = true
            }
        }

        func cancel() {
            let (task, room) = state.withLock { state in
                state.isCancelled = true
                defer { (state.task, state.room, state.block) = (nil, nil, nil) }
                return (state.task, state.room)
            }
            task?.cancel()
            room?.resume()
        }

        private func run(for transfer: CurlTransfer) async {
            do {
                var count = 0
                var held: ByteBlock?
                for try await block in body.chunks() where block.count > 0 {
                    count += block.count
                    if let announced = body.byteCount, count > announced {
                        throw Self.otherLength("more", announced)
                    }
                    if let held { try await pass(held, to: transfer) }
                    held = block
                }
                if let announced = body.byteCount, count < announced {
                    throw Self.otherLength("\(count)", announced)
                }
                if let held { try await pass(held, to: transfer) }
                change(of: transfer) { $0.hasEnded = true }
            } catch {
                transfer.end(with: error)
            }
        }

        private static func otherLength(_ found: String, _ announced: Int) -> LoadFailure {
            LoadFailure(
                .other,
                "the request's body has another length than announced: \(found) instead of "
                    + "\(announced) bytes")
        }

        /// Passes a block on, and waits until it is taken.
        private func pass(_ block: ByteBlock, to transfer: CurlTransfer) async throws {
            change(of: transfer) { ($0.block, $0.offset) = (block, 0) }
            await withCheckedContinuation { room in
                let isTaken = state.withLock { state in
                    if state.block != nil, !state.isCancelled { state.room = room }
                    return state.room == nil
                }
                if isTaken { room.resume() }
            }
            try Task.checkCancellation()
        }

        private func change(of transfer: CurlTransfer, _ body: (inout State) -> Void) {
            let wasPaused = state.withLock { state in
                body(&state)
                defer { state.isPaused = false }
                return state.isPaused
            }
            if wasPaused { transfer.resume() }
        }

        /// Writes bytes for the connection, on its thread; returns their number, or libcurl's sign
        /// to pause.
        func take(into buffer: UnsafeMutableRawBufferPointer) -> Int {
            let (count, room) = state.withLock { state in
                guard let block = state.block else {
                    state.isPaused = !state.hasEnded
                    let count = state.hasEnded ? 0 : Int(CURL_READFUNC_PAUSE)
                    return (count, nil as CheckedContinuation<Void, Never>?)
                }
                let end = min(block.count, state.offset + buffer.count)
                let range = state.offset..<end
                block.withUnsafeBytes { buffer.copyMemory(from: .init(rebasing: $0[range])) }
                state.offset = end
                guard end == block.count else { return (range.count, nil) }
                defer { (state.block, state.room) = (nil, nil) }
                return (range.count, state.room)
            }
            room?.resume()
            return count
        }
    }
#endif
