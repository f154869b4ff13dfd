#if HTTP
    import AsyncHTTPClient
    import NIOCore
    import NIOHTTP1
    import Synchronization
    import WebImageCaching
    import WebImageRuntime

    /// A queue of a response's parts: the event loop adds them, one task at a time reads them.
    ///
    /// The client's callback interface costs a third less than the newer one, which starts a task
    /// for each request to support cancellation. A reader on the connection's loop wakes no other
    /// thread.
    final class ResponseInbox: HTTPClientResponseDelegate {
        /// The number of unread bytes at which reading from the connection stops.
        private static let aheadByteCount = 1 << 16

        private enum Reader {
            case head(CheckedContinuation<HTTPResponseHead, any Error>)
            case part(CheckedContinuation<ByteBuffer?, any Error>)
        }

        private struct State {
            var task: HTTPClient.Task<Void>?
            var head: HTTPResponseHead?
            var parts: CircularBuffer<ByteBuffer> = []
            var byteCount = 0
            var end: Result<Void, any Error>?
            var reader: Reader?
            /// The promise that resumes reading from the connection.
            var room: EventLoopPromise<Void>?

            /// Returns the next bytes, and the promise to fulfil if reading can resume.
            mutating func takePart() -> (ByteBuffer?, EventLoopPromise<Void>?) {
                let part = parts.popFirst()
                byteCount -= part?.readableBytes ?? 0
                return (part, takeRoom())
            }

            mutating func takeRoom() -> EventLoopPromise<Void>? {
                byteCount < ResponseInbox.aheadByteCount || end != nil ? room.take() : nil
            }
        }

        private let state = Mutex(State())

        init() {}

        /// Sends a request without a body; called once.
        func ask(_ request: HTTPClient.Request, over client: HTTPClient) {
            let task = client.execute(request: request, delegate: self)
            let isWanted = state.withLock { state in
                guard state.end == nil else { return false }
                state.task = task
                return true
            }
            // The future reports every failure: a client that is shut down calls no delegate.
            task.futureResult.whenFailure { self.finish(.failure($0)) }
            if !isWanted { task.cancel() }
        }

        /// Closes the connection, unless the response is complete; nothing is read afterwards.
        func abandon() { finish(.failure(CancellationError()), isWanted: false) }
    }

    // Called on the event loop.
    extension ResponseInbox {
        func didReceiveHead(
            task: HTTPClient.Task<Void>, _ head: HTTPResponseHead
        ) -> EventLoopFuture<Void> {
            let reader = state.withLock { state -> Reader? in
                state.head = head
                return state.reader.take()
            }
            if case .head(let continuation) = reader { continuation.resume(returning: head) }
            return task.eventLoop.makeSucceededVoidFuture()
        }

        func didReceiveBodyPart(
            task: HTTPClient.Task<Void>, _ part: ByteBuffer
        ) -> EventLoopFuture<Void> {
            let (reader, room) = state.withLock {
                state -> (Reader?, EventLoopFuture<Void>?) in
                guard state.end == nil else { return (nil, nil) }
                if let reader = state.reader.take() { return (reader, nil) }
                state.parts.append(part)
                state.byteCount += part.readableBytes
                guard state.byteCount >= Self.aheadByteCount else { return (nil, nil) }
                let room = task.eventLoop.makePromise(of: Void.self)
                state.room = room
                return (nil, room.futureResult)
            }
            if case .part(let continuation) = reader { continuation.resume(returning: part) }
            return room ?? task.eventLoop.makeSucceededVoidFuture()
        }

        func didFinishRequest(task: HTTPClient.Task<Void>) { finish(.success(())) }

        private func finish(_ end: Result<Void, any Error>, isWanted: Bool = true) {
            let (reader, room, task) = state.withLock {
                state -> (Reader?, EventLoopPromise<Void>?, HTTPClient.Task<Void>?) in
                if !isWanted { (state.parts, state.byteCount) = ([], 0) }
                guard state.end == nil else { return (nil, nil, nil) }
                state.end = end
                return (state.reader.take(), state.takeRoom(), state.task.take())
            }
            if !isWanted { task?.cancel() }
            // A completed request no longer limits reading.
            room?.succeed()
            switch (reader, end) {
            case (.head(let continuation), .failure(let error)):
                continuation.resume(throwing: error)
            case (.head(let continuation), .success):
                continuation.resume(throwing: HTTPClientError.remoteConnectionClosed)
            case (.part(let continuation), .failure(let error)):
                continuation.resume(throwing: error)
            case (.part(let continuation), .success): continuation.resume(returning: nil)
            case (nil, _): break
            }
        }
    }

    // Called by the reader.
    extension ResponseInbox {
        /// Waits for the head of the response; called once.
        ///
        /// - Throws: The error that ended the request; `CancellationError`.
        func head() async throws -> HTTPResponseHead {
            try await withTaskCancellationHandler {
                try await withCheckedThrowingContinuation { continuation in
                    let known = state.withLock { state -> Result<HTTPResponseHead, any Error>? in
                        if let head = state.head { return .success(head) }
                        if case .failure(let error) = state.end { return .failure(error) }
                        state.reader = .head(continuation)
                        return nil
                    }
                    if let known { continuation.resume(with: known) }
                }
            } onCancel: {
                abandon()
            }
        }

        /// Returns the next bytes, nil after the last.
        ///
        /// - Throws: The error that ended the response; `CancellationError`.
        func next() async throws -> ByteBuffer? {
            try Task.checkCancellation()
            if let part = takeAtOnce() { return part }
            return try await withTaskCancellationHandler {
                try await withCheckedThrowingContinuation { continuation in
                    let (known, room) = state.withLock {
                        state -> (Result<ByteBuffer?, any Error>?, EventLoopPromise<Void>?) in
                        let (part, room) = state.takePart()
                        if let part { return (.success(part), room) }
                        if let end = state.end { return (end.map { nil }, room) }
                        state.reader = .part(continuation)
                        return (nil, room)
                    }
                    room?.succeed()
                    if let known { continuation.resume(with: known) }
                }
            } onCancel: {
                abandon()
            }
        }

        private func takeAtOnce() -> ByteBuffer? {
            let (part, room) = state.withLock { $0.takePart() }
            room?.succeed()
            return part
        }
    }
#endif
