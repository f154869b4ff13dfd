import Foundation
import Synchronization
import WebImageCaching
import WebImageCoding
import WebImageLoading
import WebImageRuntime

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The response to one task: the events from the session's queue, and the reader that awaits them.
final class SessionAnswer: Sendable {
    private typealias Waiter = CheckedContinuation<AnswerQueue.Found, any Error>

    private struct State: Sendable {
        var queue: AnswerQueue
        var waiter: Waiter?
        var head: ResponseHead?
        var expected: Int?
        var readCount = 0
        var interimCount = 0
    }

    let task: URLSessionDataTask
    private let transfer: URLTransfer
    private let state: Mutex<State>

    init(_ task: URLSessionDataTask, _ transfer: URLTransfer) {
        self.task = task
        self.transfer = transfer
        let queue = AnswerQueue(
            canSuspend: Pacing.canSuspend, limit: transfer.limits.maxBodyBytes)
        state = Mutex(State(queue: queue))
    }

    /// Cancels the task; a completed task is not affected.
    func cancel() { task.cancel() }

    /// Waits for the head, for at most the connect and idle time-outs together.
    func head() async throws -> ResponseHead {
        let limits = transfer.limits
        do {
            switch try await next(within: limits.connectTimeout + limits.idleTimeout) {
            case .head(let head): return head
            case .end(let error): throw transfer.translating(error, head: nil, after: 0, of: nil)
            case .chunk: throw transfer.failure(.malformed, "the body came before the head")
            }
        } catch {
            task.cancel()
            throw error
        }
    }

    /// Stores the head and the expected length of the body in bytes.
    func expect(_ count: Int?, _ head: ResponseHead) {
        state.withLock { state in
            state.expected = count
            state.head = head
        }
    }

    /// Waits for the next bytes; nil at the end of a complete body.
    func chunk() async throws -> ByteBlock? {
        do {
            switch try await next(within: transfer.limits.idleTimeout) {
            case .chunk(let chunk):
                let (count, head) = state.withLock { state in
                    state.readCount += chunk.count
                    return (state.readCount, state.head)
                }
                guard count <= transfer.limits.maxBodyBytes else {
                    throw transfer.tooLarge(count, head)
                }
                return chunk
            case .end(let error):
                let state = state.withLock { ($0.head, $0.expected, $0.readCount) }
                try transfer.checkEnd(error, head: state.0, expected: state.1, count: state.2)
                return nil
            case .head: return try await chunk()
            }
        } catch {
            task.cancel()
            throw error
        }
    }

    private func next(within timeout: Duration) async throws -> AnswerQueue.Found {
        try Task.checkCancellation()
        if let found = poll() { return found }
        return try await withThrowingTaskGroup(of: AnswerQueue.Found.self) { group in
            group.addTask { try await self.wait() }
            group.addTask { [transfer, head = state.withLock(\.head)] in
                try await Task.sleep(for: min(timeout, .seconds(1 << 30)))
                throw transfer.silence(timeout, head)
            }
            defer { group.cancelAll() }
            return try await group.next() ?? .end(CancellationError())
        }
    }

    private func poll() -> AnswerQueue.Found? {
        let (found, demand) = state.withLock { $0.queue.next() }
        obey(demand)
        return found
    }

    private func wait() async throws -> AnswerQueue.Found {
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let (found, demand) = state.withLock { state in
                    let next = state.queue.next()
                    if next.found == nil { state.waiter = continuation }
                    return next
                }
                obey(demand)
                if let found { continuation.resume(returning: found) }
                // A cancellation before the waiter was stored has resumed nothing.
                if found == nil, Task.isCancelled { wake(CancellationError()) }
            }
        } onCancel: {
            wake(CancellationError())
        }
    }

    private func wake(_ error: any Error) {
        let waiter = state.withLock { state in
            defer { state.waiter = nil }
            return state.waiter
        }
        waiter?.resume(throwing: error)
    }

    private func obey(_ demand: AnswerQueue.Demand) {
        switch demand {
        case .none: break
        case .suspend: task.suspend()
        case .resume: task.resume()
        case .cancel: task.cancel()
        }
    }
}

// Events from the session.
extension SessionAnswer {
    /// Takes a head, or counts an interim response (RFC 9110, section 15.2).
    ///
    /// Foundation on Linux reports interim responses too.
    func receive(_ response: HTTPURLResponse) {
        guard response.statusCode >= 200 else { return receiveInterim() }
        let head = ResponseHead(response, url: transfer.url)
        change { $0.receive(head) }
    }

    private func receiveInterim() {
        let count = state.withLock { state in
            state.interimCount += 1
            return state.interimCount
        }
        guard count == LoadLimits.maxInterimResponses + 1 else { return }
        change { $0.abort(transfer.tooManyInterimResponses) }
        task.cancel()
    }

    /// Takes bytes of the body.
    func receive(_ chunk: ByteBlock) {
        obey(change { $0.receive(chunk) })
    }

    /// Ends the response when its task completes.
    func end(_ error: (any Error)?) { change { $0.end(error) } }

    /// Ends the response because the transport is shut down.
    func shutDown() { change { $0.abort(transfer.shutDown) } }

    @discardableResult
    private func change<T: Sendable>(_ body: (inout AnswerQueue) -> T) -> T {
        let (result, waiter, found) = state.withLock { state in
            let result = body(&state.queue)
            guard state.waiter != nil, let found = state.queue.next().found else {
                return (result, nil as Waiter?, nil as AnswerQueue.Found?)
            }
            defer { state.waiter = nil }
            return (result, state.waiter, found)
        }
        if let waiter, let found { waiter.resume(returning: found) }
        return result
    }
}
