package import WebImageRuntime

/// Tells when memory runs short.
package protocol PressureSource: Sendable {
    /// Waits until memory runs short; nil once it was stopped, or can tell no more.
    ///
    /// Called by one thread at a time.
    func next() -> PressureLevel?
    /// Ends the waiting, now and for good.
    func stop()
}
