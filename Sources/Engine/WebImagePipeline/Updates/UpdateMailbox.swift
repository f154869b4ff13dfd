import WebImageCaching
import WebImageRuntime

/// The updates of a load for the one task that asks for them; the driver of ``UpdateQueue``.
final class UpdateMailbox: Sendable {
    private let queue: LatestValue<UpdateQueue>
    private let time: @Sendable () -> ContinuousClock.Instant
    /// Woken when progress may have been held back.
    private let heldBack = LatestValue(())

    /// Creates a mailbox for the previews of a policy, and progress once an interval at most.
    init(
        previews policy: PreviewPolicy, progressInterval: Duration = .zero,
        time: @escaping @Sendable () -> ContinuousClock.Instant
    ) {
        queue = LatestValue(UpdateQueue(previews: policy, progressInterval: progressInterval))
        self.time = time
    }

    /// Begins with a source, and returns the listener of its load.
    ///
    /// - Parameter source: The number of the source, from 0.
    func begin(_ source: Int, previews: PreviewPolicy) -> ImageListener {
        if source > 0 { change { $0.begin(source) } }
        let updates = WorkListener<ImageLoadUpdate>(
            note: { update in self.queue.note { $0.add(update, of: source) } },
            wake: {
                self.change { _ in }
                self.heldBack.wake()
            })
        return ImageListener(
            previews: previews, updates: updates,
            show: { response in self.change { $0.show(response, of: source) } })
    }

    func finish(_ result: Result<PipelineResponse, ImageError>) {
        change { $0.finish(result) }
        heldBack.end()
    }

    func close() {
        change { $0.close() }
        heldBack.end()
    }

    /// Hands out held back progress in time, until the end or until the task is cancelled.
    func keepPace() async {
        while await heldBack.change() {
            while let rest = release() {
                guard (try? await Task.sleep(for: min(rest, longestSleep))) != nil else { return }
            }
        }
    }

    private func release() -> Duration? {
        let now = time()
        return change { $0.releaseProgress(at: now) }
    }

    /// Changes the queue, and wakes the reader if there is something to hand out.
    @discardableResult private func change<Result>(_ body: (inout UpdateQueue) -> Result) -> Result
    {
        let (result, hasNext) = queue.note { (body(&$0), $0.hasNext) }
        if hasNext { queue.wake() }
        return result
    }

    /// Waits for the next update; one task asks at a time.
    ///
    /// - Returns: Nil after the last update.
    func next() async -> PipelineUpdate? {
        while true {
            switch queue.note({ $0.next() }) {
            case .update(let update): return update
            case .end: return nil
            case .wait: guard await queue.change() else { return nil }
            }
        }
    }
}
