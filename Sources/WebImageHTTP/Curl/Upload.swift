#if HTTP && os(Linux)
    import CCurlShim
    import Synchronization
    import WebImageCoding
    import WebImageLoading

    /// The body of a request on its way from a stream to the thread of connections.
    ///
    /// A block is passed on when the next one is known, so a body that is longer than announced never
    /// reaches its announced end, to which a server would answer.
    final class Upload: Sendable {
        /// The bytes that may wait for the connection.
        private static let mostWaiting = 512 << 10

        private struct State {
            /// The blocks that wait, the next one first.
            var blocks: [ByteBlock] = []
            /// The bytes of the first block that were taken.
            var offset = 0
            var waitingCount = 0
            var hasEnded = false
            var isPaused = false
            var transfer: CurlTransfer?
            var task: Task<Void, Never>?
            var room: CheckedContinuation<Void, Never>?
        }

        private let body: RequestBody
        private let state = Mutex(State())

        init(_ body: RequestBody) {
            self.body = body
            if let bytes = body.bytes {
                state.withLock {
                    $0.blocks = [bytes]; $0.hasEnded = true
                }
            }
        }

        /// `true` if the connection waits for bytes.
        var isPaused: Bool { state.withLock(\.isPaused) }
        /// `true` if the connection has all bytes.
        var isTaken: Bool { state.withLock { $0.hasEnded && $0.blocks.isEmpty } }

        /// Begins to read the stream.
        func begin(for transfer: CurlTransfer) {
            guard body.bytes == nil else { return }
            let task = Task { await self.run(for: transfer) }
            state.withLock { $0.task = task }
        }

        /// Begins again with bytes in memory; streams are sent once only.
        func rewind() {
            guard let bytes = body.bytes else { return }
            state.withLock { ($0.blocks, $0.offset) = ([bytes], 0) }
        }

        func cancel() {
            let (task, room) = state.withLock { state in
                defer { (state.task, state.room, state.blocks) = (nil, nil, []) }
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
                state.withLock { $0.hasEnded = true }
                resume(transfer)
            } catch {
                transfer.end(with: .failure(error))
            }
        }

        private static func otherLength(_ found: String, _ announced: Int) -> LoadFailure {
            LoadFailure(
                .other,
                "the request's body has another length than announced: \(found) instead of "
                    + "\(announced) bytes")
        }

        /// Adds a block, and waits while too many bytes wait.
        private func pass(_ block: ByteBlock, to transfer: CurlTransfer) async throws {
            state.withLock {
                $0.blocks.append(block)
                $0.waitingCount += block.count
            }
            resume(transfer)
            await withCheckedContinuation { room in
                let isFree = state.withLock { state in
                    guard state.waitingCount >= Self.mostWaiting, !Task.isCancelled else {
                        return true
                    }
                    state.room = room
                    return false
                }
                if isFree { room.resume() }
            }
            try Task.checkCancellation()
        }

        private func resume(_ transfer: CurlTransfer) {
            let wasPaused = state.withLock { state in
                defer { state.isPaused = false }
                return state.isPaused
            }
            if wasPaused { transfer.resume() }
        }

        /// Writes bytes for the connection; called on its thread.
        func take(into buffer: UnsafeMutableRawBufferPointer) -> ccurl_sent {
            let (sent, room) = state.withLock { state in
                guard let block = state.blocks.first else {
                    state.isPaused = !state.hasEnded
                    let verdict = state.hasEnded ? CCURL_TAKEN : CCURL_PAUSED
                    return (
                        ccurl_sent(verdict: verdict, count: 0),
                        nil as CheckedContinuation<Void, Never>?
                    )
                }
                let count = min(buffer.count, block.count - state.offset)
                block.withUnsafeBytes { bytes in
                    buffer.copyMemory(
                        from: UnsafeRawBufferPointer(
                            rebasing: bytes[state.offset..<state.offset + count]))
                }
                state.offset += count
                state.waitingCount -= count
                if state.offset == block.count {
                    state.blocks.removeFirst()
                    state.offset = 0
                }
                guard state.waitingCount < Self.mostWaiting else {
                    return (ccurl_sent(verdict: CCURL_TAKEN, count: count), nil)
                }
                defer { state.room = nil }
                return (ccurl_sent(verdict: CCURL_TAKEN, count: count), state.room)
            }
            room?.resume()
            return sent
        }
    }
#endif
