import Synchronization
import WebImageCaching
import WebImageCoding
import WebImageLoading
import WebImageRuntime

/// The timings and events of one load while its stages run.
final class LoadTrace: Sendable {
    let key: CacheKey
    /// The shared work that this load is part of; `nil` for a caller's own look.
    let work: SharedImages.Handle?
    private let observers: [any PipelineObserver]
    private let measures = Mutex(StageTimings())
    private let transfer = TransferEvents()

    init(
        key: CacheKey, observers: [any PipelineObserver], work: SharedImages.Handle? = nil
    ) {
        self.key = key
        self.observers = observers
        self.work = work
    }

    /// Returns the needs of all callers of the shared work, or of the one caller of a request.
    func needs(of request: PreparedRequest) -> Needs { work?.needs ?? request.needs() }

    var timings: StageTimings { measures.withLock(\.self) }

    /// Takes over the durations of a transfer, which it has reported.
    func take(_ timings: StageTimings) {
        measures.withLock { measures in
            for entry in timings.entries { measures.append(entry.stage, entry.duration) }
        }
    }

    func report(_ event: PipelineEvent) { observers.report(event) }

    func report(_ event: FirstStepEvent) {
        switch event {
        case .began: report(.resolving(key: key))
        case .ended(let error):
            report(.resolved(key: key, error: error.map { ImageError(loading: $0) }))
        }
    }

    /// Reports the head of a response, unless the load has ended.
    func responded(_ head: ResponseHead) {
        guard !observers.isEmpty else { return }
        transfer.add(.responded(key: key, head: head), report: report)
    }

    /// Runs a load, and reports its begin and its end once each, also of a cancelled one.
    func load(
        _ work: () async throws(ImageError) -> LoadedData
    ) async -> Result<LoadedData, ImageError> {
        transfer.add(.load(key: key), report: report)
        return await withTaskCancellationHandler {
            do throws(ImageError) {
                let data = try await work()
                ended(data.encoded.bytes.count)
                return .success(data)
            } catch {
                ended(error: error)
                return .failure(error)
            }
        } onCancel: {
            // Reported at once, so that it precedes the end of the cancelled request. A head that
            // is being reported comes first.
            ended(error: .cancelled)
        }
    }

    /// Reports the end of a transfer, unless it was reported before.
    func ended(_ byteCount: Int = 0, error: ImageError? = nil) {
        let event = PipelineEvent.loadEnded(key: key, byteCount: byteCount, error: error)
        transfer.add(event, isLast: true, report: report)
    }

    /// Reports the begin of a stage, and notes its duration whether it fails or not.
    func measure<Value: Sendable, Failure: Error>(
        _ stage: String, _ event: PipelineEvent? = nil,
        _ work: () async throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        if let event { report(event) }
        self.work?.channel.publish(ImageLoadUpdate(stage: stage))
        let start = ContinuousClock.now
        defer { measured(stage, since: start) }
        return try await work()
    }

    private func measured(_ stage: String, since start: ContinuousClock.Instant) {
        measured(stage, in: start.duration(to: .now))
    }

    /// Notes and reports a duration that was measured elsewhere.
    func measured(_ stage: String, in duration: Duration) {
        measures.withLock { $0.append(stage, duration) }
        report(.measured(key: key, stage: stage, duration: duration))
    }

    /// Waits for memory, and reports the wait, which is a part of the current stage.
    func waitingForMemory(
        _ byteCount: Int, _ wait: () async throws -> Permit
    ) async throws -> Permit {
        report(.memoryAwaited(key: key, byteCount: byteCount))
        let start = ContinuousClock.now
        defer { report(.measured(key: key, stage: "budget", duration: start.duration(to: .now))) }
        return try await wait()
    }
}

/// The events of one transfer, reported in order, and none after the last.
///
/// A head may arrive while the last caller leaves: the second thread lets the first report both.
package final class TransferEvents: Sendable {
    private struct State: Sendable {
        var waiting: [PipelineEvent] = []
        var isReporting = false
        var hasEnded = false
    }

    private let state = Mutex(State())

    package init() {}

    /// Reports an event, unless the last one was added before.
    package func add(
        _ event: PipelineEvent, isLast: Bool = false, report: (PipelineEvent) -> Void
    ) {
        let reports = state.withLock { state in
            guard !state.hasEnded else { return false }
            state.hasEnded = isLast
            state.waiting.append(event)
            defer { state.isReporting = true }
            return !state.isReporting
        }
        guard reports else { return }
        while let event = next() { report(event) }
    }

    private func next() -> PipelineEvent? {
        state.withLock { state in
            state.isReporting = !state.waiting.isEmpty
            return state.waiting.isEmpty ? nil : state.waiting.removeFirst()
        }
    }
}
