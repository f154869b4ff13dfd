import WebImagePipeline

/// The state, requests and tasks of one slot of an ``ImageViewLoader``.
struct LoaderEntry {
    var state = ImageViewState()
    var request: ImageRequest?
    /// The last request with the size of its attempt, completed by the pipeline.
    var attempted: ImageRequest?
    /// The pipeline of the last request.
    var pipeline: ImagePipeline
    var attempts: [UInt64: Task<Void, Never>] = [:]
    var timers: [ViewTimer: (load: UInt64, task: Task<Void, Never>)] = [:]
    var ends: [UInt64: ImageViewLoader.End] = [:]
    var updates: [UInt64: ImageViewLoader.Update] = [:]
    /// The updates of the current load that wait for their time, and the task that waits.
    var pace = UpdatePace()
    var pacing: Task<Void, Never>?
    /// The state that observers know.
    var reported = SlotState.empty

    init(pipeline: ImagePipeline) {
        self.pipeline = pipeline
    }

    var taskCount: Int { attempts.count + timers.count + (pacing == nil ? 0 : 1) }

    func stop() {
        for task in attempts.values { task.cancel() }
        for timer in timers.values { timer.task.cancel() }
        pacing?.cancel()
    }

    /// Drops the held updates of an attempt that was cancelled or has ended.
    mutating func stopPacing(of attempt: UInt64) {
        guard pace.attempt == attempt else { return }
        _ = pace.end(attempt)
        stopPacing()
    }

    /// Begins the pace of a load.
    mutating func restartPacing() {
        pace = UpdatePace()
        stopPacing()
    }

    private mutating func stopPacing() {
        pacing?.cancel()
        pacing = nil
    }

    /// Cancels the timers of an ended load, except growth's.
    mutating func stopTimers(of load: UInt64) {
        for (timer, entry) in timers where entry.load == load && timer != .growth {
            entry.task.cancel()
            timers[timer] = nil
        }
    }
}
