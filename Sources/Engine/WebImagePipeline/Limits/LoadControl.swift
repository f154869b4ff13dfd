public import WebImageRuntime

/// Controls loads that were begun: their priority, suspension and cancellation.
///
/// ```swift
/// var request = ImageRequest(url)
/// let control = LoadControl()
/// request.control = control
/// async let response = pipeline.image(for: request)
/// control.priority = .high        // the cell came into view
/// control.isSuspended = true      // no further byte is read
/// control.isSuspended = false
/// control.cancel()                // the request ends as `cancelled`
/// ```
///
/// A control applies to the requests it was given to, not to others that share their work: shared
/// work has the highest priority of its requests, and is suspended only if all of them are. A
/// suspended load takes no slot while it waits for one; a transfer under way keeps its slot and
/// connection, and reads no more bytes. Time-outs continue: a transfer that is suspended for longer
/// than `LoadLimits.idleTimeout` may be ended by its transport or its origin.
public final class LoadControl: Sendable {
    private struct State: Sendable {
        var priority: LoadPriority?
        var isSuspended: Bool
        var isCancelled = false
    }

    private let state: Observed<State>

    /// Creates a control for one or more requests.
    ///
    /// - Parameters:
    ///   - priority: The priority of the requests; nil for the priority of their options.
    ///   - isSuspended: `true` if the requests are suspended from the beginning.
    public init(priority: LoadPriority? = nil, isSuspended: Bool = false) {
        state = Observed(State(priority: priority, isSuspended: isSuspended))
    }

    /// The priority of the requests; nil for the priority of their options.
    ///
    /// A request that waits for a slot moves ahead or falls back; work under way is only sped up.
    public var priority: LoadPriority? {
        get { state.current.priority }
        set { state.change { $0.priority = newValue }() }
    }

    /// `true` if the requests are suspended.
    public var isSuspended: Bool {
        get { state.current.isSuspended }
        set { state.change { $0.isSuspended = newValue }() }
    }

    /// `true` if the requests are cancelled.
    package var isCancelled: Bool { state.current.isCancelled }

    /// Ends the requests, also those made later, with ``ImageError/cancelled``; idempotent.
    public func cancel() { state.change { $0.isCancelled = true }() }
}

// For the pipeline.
extension LoadControl {
    /// Returns the needs of a request whose options ask for these.
    func needs(from needs: WorkNeeds) -> Needs {
        state.map { state in
            var needs = needs
            needs.priority = state.priority ?? needs.priority
            needs.isSuspended = state.isSuspended
            return needs
        }
    }

    /// Returns when the requests are cancelled, or the task is.
    func untilCancelled() async -> ImageError {
        let (end, signal) = AsyncStream.makeStream(of: Void.self)
        let unfollow = state.follow { if self.isCancelled { signal.finish() } }
        defer { unfollow() }
        for await _ in end {}
        return .cancelled
    }
}
