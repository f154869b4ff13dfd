import WebImagePipeline

/// One slot of an ``ImageViewLoader``: its state, and what runs for it.
struct LoaderEntry {
    var state = ImageViewState()
    /// What was asked for last.
    var request: ImageRequest?
    /// The same in the size that was looked for last, as the pipeline completed it.
    var attempted: ImageRequest?
    /// The pipeline it was asked of.
    var pipeline: ImagePipeline
    var attempts: [UInt64: Task<Void, Never>] = [:]
    var timers: [ViewTimer: (load: UInt64, task: Task<Void, Never>)] = [:]
    var ends: [UInt64: ImageViewLoader.End] = [:]

    init(pipeline: ImagePipeline) {
        self.pipeline = pipeline
    }

    var taskCount: Int { attempts.count + timers.count }

    /// Cancels everything.
    func stop() {
        for task in attempts.values { task.cancel() }
        for timer in timers.values { timer.task.cancel() }
    }

    /// Cancels what waits for a load that has ended; a view may grow after that.
    mutating func stopTimers(of load: UInt64) {
        for (timer, entry) in timers where entry.load == load && timer != .growth {
            entry.task.cancel()
            timers[timer] = nil
        }
    }
}
