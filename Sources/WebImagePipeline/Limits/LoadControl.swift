import Synchronization
public import WebImageRuntime

/// Steers loads that were begun: how soon they come, whether they stand still, whether they end.
///
/// ```swift
/// var request = ImageRequest(url)
/// let control = LoadControl()
/// request.control = control
/// async let response = pipeline.image(for: request)
/// control.setPriority(.high)      // the cell came into view
/// control.suspend()               // no further byte is read
/// control.resume()
/// control.cancel()                // the request ends as `cancelled`
/// ```
///
/// It speaks for the requests it was given to, however many, not for others that share their work:
/// shared work has the priority of its keenest request, and stands still only when all of its
/// requests are suspended. A suspended load takes no slot while it waits for one; one that is under
/// way keeps its slot and connection and reads no more bytes. Time-outs go on: a transfer that stands
/// still for longer than ``LoadLimits/idleTimeout`` may be ended by its transport or its origin.
public final class LoadControl: Sendable {
    private struct State: Sendable {
        var priority: LoadPriority?
        var isSuspended = false
        var isCancelled = false
        var revision: UInt64 = 0
        var lastNumber: UInt64 = 0
        var followers: [UInt64: @Sendable () -> Void] = [:]
    }

    private let state: Mutex<State>

    /// A control for one or more requests.
    ///
    /// - Parameters:
    ///   - priority: How soon they are wanted, nil for what their options say.
    ///   - isSuspended: Whether they wait for ``resume()`` from the beginning.
    public init(priority: LoadPriority? = nil, isSuspended: Bool = false) {
        state = Mutex(State(priority: priority, isSuspended: isSuspended))
    }

    /// How soon the requests are wanted, nil for what their options say.
    public var priority: LoadPriority? { state.withLock { $0.priority } }

    /// Whether the requests are to stand still.
    public var isSuspended: Bool { state.withLock { $0.isSuspended } }

    /// Whether the requests have been ended.
    public var isCancelled: Bool { state.withLock { $0.isCancelled } }

    /// Changes how soon the requests are wanted; nil for what their options say.
    ///
    /// Who waits for a slot moves ahead or falls back; work under way is only ever sped up.
    public func setPriority(_ priority: LoadPriority?) { change { $0.priority = priority } }

    /// Lets the requests stand still.
    public func suspend() { change { $0.isSuspended = true } }

    /// Lets the requests go on.
    public func resume() { change { $0.isSuspended = false } }

    /// Ends the requests, also those made later, with ``ImageError/cancelled``; more than once is
    /// no more than once.
    public func cancel() { change { $0.isCancelled = true } }

    private func change(_ body: (inout State) -> Void) {
        let followers = state.withLock { state in
            body(&state)
            state.revision += 1
            return state.followers.values
        }
        for follower in followers { follower() }
    }

    /// Calls the function at each change, until the returned one is called.
    private func follow(_ follower: @escaping @Sendable () -> Void) -> @Sendable () -> Void {
        let id = state.withLock { state in
            state.lastNumber += 1
            state.followers[state.lastNumber] = follower
            return state.lastNumber
        }
        return { self.state.withLock { $0.followers[id] = nil } }
    }
}

// For the pipeline.
extension LoadControl {
    /// What a request needs whose options say that.
    func source(of needs: WorkNeeds) -> NeedsSource {
        let current = { @Sendable () -> NeedsUpdate in
            self.state.withLock { state in
                var needs = needs
                needs.priority = state.priority ?? needs.priority
                needs.isSuspended = state.isSuspended
                return NeedsUpdate(needs, revision: state.revision)
            }
        }
        return NeedsSource(
            current: current,
            follow: { follower in
                let unfollow = self.follow { follower(current()) }
                follower(current())
                return unfollow
            })
    }

    /// Returns when the requests are cancelled, or the task is.
    func untilCancelled() async {
        let (changes, signal) = AsyncStream.makeStream(
            of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let unfollow = follow { signal.yield() }
        defer { unfollow() }
        if isCancelled { return }
        for await _ in changes where isCancelled { return }
    }
}
