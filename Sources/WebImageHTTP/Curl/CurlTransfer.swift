#if HTTP && os(Linux)
    import CCurlShim
    import Synchronization
    import WebImageCaching
    import WebImageCoding
    import WebImageLoading

    /// One exchange between the thread of connections and the task that waits for it.
    // Safe because `state` is locked, and all else is used on the thread only once it has begun.
    final class CurlTransfer: @unchecked Sendable {
        /// The bytes that wait for the reader before the connection pauses.
        private static let mostWaiting = 256 << 10
        private static let mostBlocks = 256

        private struct State {
            var head: Result<ResponseHead, any Error>?
            var headWaiter: CheckedContinuation<ResponseHead, any Error>?
            /// The blocks that wait, the next one last.
            var blocks: [ByteBlock] = []
            var byteCount = 0
            var reader: CheckedContinuation<ByteBlock?, any Error>?
            /// The end of the body; no more bytes come.
            var end: Result<Void, any Error>?
            var isPaused = false
        }

        private let state = Mutex(State())
        private let request: CurlRequest
        private let limits: LoadLimits
        private let cache: ConnectionCache
        private let upload: Upload?
        /// The time of the last byte in either direction, for the reader, too.
        private let progress = Atomic<UInt64>(0)

        // The thread's own.
        private(set) var handle: OpaquePointer?
        private var reading = HeadReader()
        private var startTime: UInt64 = 0
        private var sentCount: Int64 = 0
        private var receivedCount = 0
        private var isRepeated = false
        /// The reason that the certificates of the server were refused, once it has ended.
        private(set) var refusal: CertificateRefusal?
        /// The certificates that a probe has found, once it has ended.
        private(set) var certificates: [ServerCertificate] = []
        /// The failure that ended the transfer from inside of a callback.
        private var failure: LoadFailure?
        /// The progress, from which failures are made.
        private var context: FailureContext

        init(_ request: CurlRequest, _ context: FailureContext, over cache: ConnectionCache) {
            self.request = request
            self.context = context
            self.cache = cache
            limits = context.limits
            upload = request.body.map(Upload.init)
            reading.mostBytes = limits.networkPolicy?.maxHeaderBytes ?? HeadReader.mostBytes
        }

        // MARK: The task

        /// Sends the request, and waits for the head.
        ///
        /// - Throws: `LoadFailure`, `CancellationError`, the error of the request's body.
        func head() async throws -> ResponseHead {
            try await withTaskCancellationHandler {
                try await withCheckedThrowingContinuation { waiter in
                    let known = state.withLock { state in
                        if state.head == nil { state.headWaiter = waiter }
                        return state.head
                    }
                    if let known { return waiter.resume(with: known) }
                    cache.start(self)
                    upload?.begin(for: self)
                }
            } onCancel: {
                end(with: .failure(CancellationError()))
            }
        }

        /// Returns the next bytes of the body; nil at its end.
        func next() async throws -> ByteBlock? {
            try await withTaskCancellationHandler {
                if let block = try nextWaiting() { return block }
                return try await withCheckedThrowingContinuation { reader in
                    let found = state.withLock { state -> Result<ByteBlock?, any Error>? in
                        if let block = state.blocks.popLast() {
                            state.byteCount -= block.count
                            return .success(block)
                        }
                        if let end = state.end { return end.map { nil } }
                        state.reader = reader
                        return nil
                    }
                    if let found { reader.resume(with: found) }
                    resumeIfDrained()
                }
            } onCancel: {
                end(with: .failure(CancellationError()))
            }
        }

        /// Returns bytes that have come already.
        private func nextWaiting() throws -> ByteBlock? {
            let block = state.withLock { state -> ByteBlock? in
                guard let block = state.blocks.popLast() else { return nil }
                state.byteCount -= block.count
                return block
            }
            if block != nil { resumeIfDrained() }
            return block
        }

        private func resumeIfDrained() {
            progress.store(monotonicTime(), ordering: .relaxed)
            let isDrained = state.withLock { state in
                guard state.isPaused, state.byteCount < Self.mostWaiting / 2,
                    state.blocks.count < Self.mostBlocks / 2
                else { return false }
                state.isPaused = false
                return true
            }
            if isDrained { cache.resume(self) }
        }

        /// Lets libcurl ask for bytes of the request's body again.
        func resume() { cache.resume(self) }

        /// Ends the transfer, and closes its connection unless all bytes have come.
        func abandon() { end(with: .failure(CancellationError())) }

        /// Ends the transfer from any thread, unless it has ended.
        func end(with end: Result<Void, any Error>) {
            if settle(end) { cache.stop(self) }
        }

        /// Gives an end to all that wait for one; returns `false` if there was an end before.
        @discardableResult
        private func settle(_ end: Result<Void, any Error>) -> Bool {
            let (isFirst, headWaiter, reader) = state.withLock { state in
                guard state.end == nil else {
                    return (false, nil, nil)
                        as (
                            Bool, CheckedContinuation<ResponseHead, any Error>?,
                            CheckedContinuation<ByteBlock?, any Error>?
                        )
                }
                state.end = end
                if case .failure(let error) = end {
                    if state.head == nil { state.head = .failure(error) }
                    if error is CancellationError { state.blocks = [] }
                }
                defer { (state.headWaiter, state.reader) = (nil, nil) }
                return (true, state.headWaiter, state.reader)
            }
            guard isFirst else { return false }
            upload?.cancel()
            if case .failure(let error) = end {
                headWaiter?.resume(throwing: error)
                reader?.resume(throwing: error)
            } else {
                headWaiter?.resume(throwing: context.truncated(after: 0))
                reader?.resume(returning: nil)
            }
            return true
        }

        // MARK: The thread

        static func from(_ user: UnsafeMutableRawPointer) -> CurlTransfer {
            Unmanaged<CurlTransfer>.fromOpaque(user).takeUnretainedValue()
        }

        /// `false` if it has ended before it began.
        var isWanted: Bool { state.withLock { $0.end == nil } }

        /// Makes libcurl's part; nil if that refuses the request, which ends the transfer.
        func makeHandle() -> OpaquePointer? {
            let user = Unmanaged.passUnretained(self).toOpaque()
            var code: Int32 = 0
            handle = request.makeTransfer(Self.events, user, isFresh: isRepeated, &code)
            guard handle != nil else {
                settle(.failure(context.failure(of: code)))
                return nil
            }
            (startTime, sentCount) = (monotonicTime(), 0)
            progress.store(startTime, ordering: .relaxed)
            upload?.rewind()
            return handle
        }

        func freeHandle() {
            if let handle { ccurl_transfer_free(handle) }
            handle = nil
        }

        /// Ends it since there are no connections any longer.
        func refuse() {
            settle(.failure(context.failure(.other, "the transport was shut down")))
        }

        /// The directions in which bytes may go.
        var directions: (receives: Bool, sends: Bool) {
            (state.withLock { !$0.isPaused }, upload?.isPaused != true)
        }

        private static let events = ccurl_events(
            head: { user, line, count in
                CurlTransfer.from(user).receive(
                    line: UnsafeBufferPointer(start: line, count: count))
            },
            body: { user, bytes, count in
                CurlTransfer.from(user).receive(
                    UnsafeRawBufferPointer(start: bytes, count: count))
            },
            send: { user, buffer, capacity in
                CurlTransfer.from(user).send(
                    into: UnsafeMutableRawBufferPointer(start: buffer, count: capacity))
            },
            connects: { user, address, count in
                CurlTransfer.from(user).mayConnect(
                    to: UnsafeBufferPointer(start: address, count: count))
            })

        private func receive(line: UnsafeBufferPointer<UInt8>) -> ccurl_verdict {
            do throws(HeadReader.Refusal) {
                guard let read = try reading.read(line) else { return CCURL_TAKEN }
                let head = ResponseHead(
                    url: context.url, status: read.status, headers: read.headers)
                progress.store(monotonicTime(), ordering: .relaxed)
                CurlLoop.shared?.floods.noteDelivery()
                context.take(head, answering: request.method)
                let waiter = state.withLock { state in
                    if state.head == nil { state.head = .success(head) }
                    return state.headWaiter.take()
                }
                waiter?.resume(returning: head)
                return CCURL_TAKEN
            } catch {
                failure = context.failure(error.kind, error.reason)
                return CCURL_REFUSED
            }
        }

        private func receive(_ bytes: UnsafeRawBufferPointer) -> ccurl_verdict {
            let (isPaused, hasEnded) = state.withLock { state in
                state.isPaused =
                    state.byteCount >= Self.mostWaiting || state.blocks.count >= Self.mostBlocks
                return (state.isPaused, state.end != nil)
            }
            if hasEnded { return CCURL_REFUSED }
            CurlLoop.shared?.floods.noteDelivery()
            if isPaused { return CCURL_PAUSED }
            progress.store(monotonicTime(), ordering: .relaxed)
            receivedCount += bytes.count
            let block = ByteBlock(capacity: bytes.count) { room in
                room.copyMemory(from: bytes)
                return bytes.count
            }
            let reader = state.withLock { state in
                let reader = state.reader.take()
                if reader == nil {
                    state.blocks.insert(block, at: 0)
                    state.byteCount += block.count
                }
                return reader
            }
            reader?.resume(returning: block)
            return CCURL_TAKEN
        }

        private func send(into buffer: UnsafeMutableRawBufferPointer) -> ccurl_sent {
            upload?.take(into: buffer) ?? ccurl_sent(verdict: CCURL_TAKEN, count: 0)
        }

        /// `true` unless the network policy refuses an address.
        private func mayConnect(to bytes: UnsafeBufferPointer<UInt8>) -> Bool {
            guard let policy = request.peerPolicy else { return true }
            guard let address = IPAddress(bytes: bytes) else { return false }
            do {
                try policy.check([address], of: context.host)
                return true
            } catch {
                failure = error
                return false
            }
        }

        /// Gives the outcome to the task.
        ///
        /// - Parameter code: libcurl's error, 0 for none.
        /// - Returns: `true` if it is to begin again.
        func finish(_ code: Int32) -> Bool {
            if request.isProbe, let handle { certificates = ServerCertificate.all(of: handle) }
            if code == 0 {
                settle(.success(()))
                return false
            }
            if let failure {
                settle(.failure(failure))
                return false
            }
            let facts = handle.map { ccurl_transfer_facts($0) } ?? ccurl_facts()
            // A server may close a kept connection at the moment it is used (RFC 9110, section 9.2.2).
            let wasKept = facts.connection_count == 0 && !reading.hasBegun
            if wasKept, FailureContext.isBroken(code), request.isRepeatable, !isRepeated, isWanted {
                isRepeated = true
                return true
            }
            let text = handle.map { String(cString: ccurl_transfer_error($0)) } ?? ""
            refusal = CertificateRefusal(code, facts)
            settle(.failure(context.failure(of: code, facts, text, after: receivedCount)))
            return false
        }

        // MARK: Times

        /// Returns the time at which to look whether it is late: at the latest when it would be, had the
        /// connection begun just now.
        func nextLook(after time: UInt64) -> UInt64 {
            isReady
                ? deadline : min(deadline, time + UInt64(clamping: limits.idleTimeout.nanoseconds))
        }

        /// The time at which it is late unless bytes move until then.
        private var deadline: UInt64 {
            let last = progress.load(ordering: .relaxed)
            let time = isReady ? limits.idleTimeout : limits.connectTimeout + limits.idleTimeout
            return last + UInt64(clamping: time.nanoseconds)
        }

        /// `true` once there is a connection.
        private var isReady: Bool {
            reading.isComplete || readyTime != nil
        }

        /// The time at which the connection could take the request.
        private var readyTime: UInt64? {
            guard let handle else { return nil }
            let time = ccurl_transfer_facts(handle).ready_time
            return time > 0 ? startTime + UInt64(time) * 1000 : nil
        }

        /// Ends it if it is over its times; returns `true` then.
        func isLate(at time: UInt64) -> Bool {
            noteProgress()
            guard time >= deadline else { return false }
            let idle = limits.idleTimeout.spelling
            let reason: String
            if reading.isComplete {
                reason = "no byte arrived for \(idle)"
            } else if !isReady {
                reason = context.noConnectionInTime
            } else if let upload, !upload.isTaken {
                reason =
                    upload.isPaused
                    ? "the request's body had no byte to send for \(idle)"
                    : "the server accepted no byte for \(idle)"
            } else {
                reason = "no head arrived for \(idle)"
            }
            settle(.failure(context.failure(.timedOut, reason)))
            return true
        }

        /// Takes the beginning of a connection and sent bytes for progress.
        private func noteProgress() {
            guard let handle, !reading.isComplete else { return }
            let facts = ccurl_transfer_facts(handle)
            var last = progress.load(ordering: .relaxed)
            if facts.ready_time > 0 {
                last = max(last, startTime + UInt64(facts.ready_time) * 1000)
            }
            if facts.sent_count > sentCount {
                sentCount = facts.sent_count
                last = monotonicTime()
            }
            progress.store(last, ordering: .relaxed)
        }
    }

    extension Duration {
        fileprivate var nanoseconds: Int64 {
            let (seconds, attoseconds) = components
            let (product, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
            return overflow ? .max / 4 : min(product, .max / 4) + attoseconds / 1_000_000_000
        }
    }
#endif
