import Synchronization
import WebImageCaching
import WebImageRuntime

/// Brings updates from a load to the one task that asks for them; the driver of ``UpdateQueue``.
final class UpdateMailbox: Sendable {
    private struct State: ~Copyable {
        var queue: UpdateQueue
        var waiter: CheckedContinuation<ImageUpdate?, Never>?
    }

    private let state: Mutex<State>
    private let time: @Sendable () -> ContinuousClock.Instant
    /// An element whenever progress may have been held back.
    private let holds: AsyncStream<Void>
    private let holding: AsyncStream<Void>.Continuation

    /// A mailbox for one who wants previews like that, and progress so often at most.
    init(
        previews policy: PreviewPolicy, progressInterval: Duration = .zero,
        time: @escaping @Sendable () -> ContinuousClock.Instant
    ) {
        let queue = UpdateQueue(previews: policy, progressInterval: progressInterval)
        state = Mutex(State(queue: queue))
        self.time = time
        (holds, holding) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    /// Takes progress and previews in.
    func add(_ update: ImageFlightUpdate) {
        change { $0.add(update) }
        if update.progress != nil { holding.yield() }
    }

    /// Hands out held back progress in time, until the task is cancelled.
    func keepPace() async {
        for await _ in holds {
            while let rest = release() {
                guard (try? await Task.sleep(for: min(rest, longestSleep))) != nil else { return }
            }
        }
    }

    private func release() -> Duration? {
        let now = time()
        var rest: Duration?
        change { rest = $0.releaseProgress(at: now) }
        return rest
    }

    /// Takes in what the caches hold.
    func show(_ response: ImageResponse) { change { $0.show(response) } }

    /// Takes the end in.
    func finish(_ result: Result<ImageResponse, ImageError>) { change { $0.finish(result) } }

    /// Ends the updates at once.
    func close() { change { $0.close() } }

    /// The next update, nil after the last; one task asks at a time.
    func next() async -> ImageUpdate? {
        await withCheckedContinuation { continuation in
            let former = state.withLock { state in
                defer { state.waiter = continuation }
                return state.waiter.take()
            }
            former?.resume(returning: nil)
            change { _ in }
        }
    }

    /// Changes the queue, and tells who waits what there is now.
    private func change(_ body: (inout UpdateQueue) -> Void) {
        let told = state.withLock {
            state -> (CheckedContinuation<ImageUpdate?, Never>, ImageUpdate?)? in
            body(&state.queue)
            guard let waiter = state.waiter else { return nil }
            switch state.queue.next() {
            case .wait: return nil
            case .end:
                state.waiter = nil
                return (waiter, nil)
            case .update(let update):
                state.waiter = nil
                return (waiter, update)
            }
        }
        told?.0.resume(returning: told?.1)
    }
}
