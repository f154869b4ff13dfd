import Synchronization
import WebImageCaching
import WebImageCoding
import WebImageLoading
import WebImageRuntime

/// What is noted of one load while its stages run: timings for the response, events for observers.
final class LoadTrace: Sendable {
    let key: CacheKey
    private let observers: [any PipelineObserver]
    private let state = Mutex(State())
    private let transfer = TransferEvents()
    /// The shared work for an image that this is part of; nil for a caller's own look.
    let work: ImageWork?

    /// The shared work for an image, as that work sees it.
    typealias ImageWork = SharedWork<LoadKey, MadeImage, ImageLoadUpdate, ImageError>.Handle

    private struct State: Sendable {
        var timings = StageTimings()
        /// That of the picture that was made, until it reaches somebody.
        var seat: Permit?
    }

    init(
        key: CacheKey, observers: [any PipelineObserver], work: ImageWork? = nil
    ) {
        self.work = work
        self.key = key
        self.observers = observers
    }

    /// The needs of all that wait for this work, or of the one caller of a request.
    func needs(of request: PreparedRequest) -> NeedsSource { work?.needs ?? request.needsSource() }

    /// The timings so far.
    var timings: StageTimings { state.withLock { $0.timings } }

    /// Keeps the seat of the picture that was made.
    func keep(_ seat: Permit?) { state.withLock { $0.seat = seat } }

    /// Hands the seat on, to be given back when the picture reaches somebody.
    func takeSeat() -> Permit? { state.withLock { $0.seat.take() } }

    /// Tells all observers.
    func tell(_ event: PipelineEvent) { observers.tell(event) }

    /// Tells that the head of an answer is there, unless nobody waits any more.
    func responded(_ head: ResponseHead) {
        guard !observers.isEmpty else { return }
        transfer.add(.responded(key: key, head: head), tell: tell)
    }

    /// Runs a load, and tells once that it begins and that it ended: well, not, or by being cancelled.
    func load(
        _ work: () async throws(ImageError) -> LoadedData
    ) async -> Result<LoadedData, ImageError> {
        guard !observers.isEmpty else {
            do throws(ImageError) {
                return .success(try await work())
            } catch {
                return .failure(error)
            }
        }
        return await observedLoad(work)
    }

    @inline(never) private func observedLoad(
        _ work: () async throws(ImageError) -> LoadedData
    ) async -> Result<LoadedData, ImageError> {
        transfer.add(.load(key: key), tell: tell)
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
            // At once: who cancelled is told the end, and that is after the end of the load; but who
            // is just telling the head tells this behind it, which the caller doesn't wait for.
            ended(error: .cancelled)
        }
    }

    private func ended(_ byteCount: Int = 0, error: ImageError? = nil) {
        let event = PipelineEvent.loadEnded(key: key, byteCount: byteCount, error: error)
        transfer.add(event, isLast: true, tell: tell)
    }

    /// Keeps what the request wants kept or, in a flight, what all who wait for it do.
    ///
    /// Who joins meanwhile and wants more kept has it kept too; nobody joins afterwards.
    func untilKept(by request: PreparedRequest, _ keep: (StorePlan) async -> Void) async {
        guard let work else { return await keep(request.plan.writes) }
        var kept = StorePlan()
        repeat {
            let wanted = work.needs.current().needs.keeping.subtracting(kept)
            await keep(wanted)
            kept = kept.union(wanted)
        } while !work.seal(kept)
    }

    /// Tells that a stage begins, and notes how long it took, whether it ends well or not.
    func measure<Value: Sendable, Failure: Error>(
        _ stage: String, _ event: PipelineEvent? = nil,
        _ work: () async throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        if let event { tell(event) }
        let start = ContinuousClock.now
        defer { measured(stage, since: start) }
        return try await work()
    }

    /// Begins a stage; its end is noted by the returned function.
    ///
    /// For stages that wait: an instant in their frame takes more room than this.
    @inline(never) func begin(_ stage: String) -> @Sendable () -> Void {
        let start = ContinuousClock.now
        return { self.measured(stage, since: start) }
    }

    private func measured(_ stage: String, since start: ContinuousClock.Instant) {
        let duration = start.duration(to: .now)
        state.withLock { $0.timings.append(stage, duration) }
        tell(.measured(key: key, stage: stage, duration: duration))
    }
}

extension LoadTrace {
    /// Tells of the first steps of two-step URLs.
    func tell(_ event: FirstStepEvent) {
        switch event {
        case .began: tell(.resolving(key: key))
        case .ended(let error):
            tell(.resolved(key: key, error: error.map { ImageError(loading: $0) }))
        }
    }
}
