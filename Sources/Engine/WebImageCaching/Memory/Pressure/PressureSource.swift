package import WebImageRuntime

/// The reaction of a memory cache if the system runs short of memory.
public enum PressureReaction: Sendable {
    /// The cache keeps its images until ``MemoryCache/shrink(toBytes:)``.
    case none
    /// The cache asks the system, from a thread that begins with its first image and ends with the
    /// cache.
    ///
    /// On Linux the first of these that there is: stalls of its control group or of the machine
    /// (PSI), events of its control group, the memory that is left.
    case system

    /// Opens the source of pressure; nil for no source.
    var source: (@Sendable () -> (any PressureSource)?)? {
        switch self {
        case .none: nil
        case .system: { systemPressure(root: "") }
        }
    }
}

/// A source of news that memory runs short.
package protocol PressureSource: Sendable {
    /// Waits until memory runs short; returns nil once it was stopped or there will be no more
    /// news.
    ///
    /// Called by one thread at a time.
    func next() -> PressureLevel?
    /// Ends the waiting, now and for good.
    func stop()
}
