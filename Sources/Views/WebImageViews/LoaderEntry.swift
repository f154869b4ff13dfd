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

    init(pipeline: ImagePipeline) {
        self.pipeline = pipeline
    }

    var taskCount: Int { attempts.count + timers.count }

    func stop() {
        for task in attempts.values { task.cancel() }
        for timer in timers.values { timer.task.cancel() }
    }

    /// Cancels the timers of an ended load, except growth's.
    mutating func stopTimers(of load: UInt64) {
        for (timer, entry) in timers where entry.load == load && timer != .growth {
            entry.task.cancel()
            timers[timer] = nil
        }
    }
}
