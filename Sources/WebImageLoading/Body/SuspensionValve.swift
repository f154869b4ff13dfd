import Synchronization
import WebImageCaching
package import WebImageRuntime

/// Holds up who reads a body while nobody who waits for it wants it to go on.
///
/// The bytes stay with the origin: who doesn't read, doesn't receive.
package final class SuspensionValve: Sendable {
    private struct State: ~Copyable {
        var latest = NeedsUpdate(WorkNeeds())
        var reader: CheckedContinuation<Void, Never>?
    }

    private let state: Mutex<State>

    /// A valve that is open unless these needs say otherwise.
    init(_ update: NeedsUpdate) {
        state = Mutex(State(latest: update))
    }

    /// Opens or closes, unless something later is known.
    func note(_ update: NeedsUpdate) {
        let reader = state.withLock { state in
            if update.revision > state.latest.revision { state.latest = update }
            return state.latest.needs.isSuspended ? nil : state.reader.take()
        }
        reader?.resume()
    }

    /// Returns when those who wait want it to go on; who does not stand still follows nobody.
    ///
    /// - Parameter claim: Memory that others have while it stands still, although it stays in use:
    ///   else enough suspended loads would keep all others waiting.
    /// - Throws: `CancellationError` when the task is cancelled.
    package static func pass(_ needs: NeedsSource, pausing claim: Permit? = nil) async throws {
        let update = needs.current()
        guard update.needs.isSuspended else { return try Task.checkCancellation() }
        claim?.pause()
        defer { claim?.resume() }
        let valve = SuspensionValve(update)
        let unfollow = needs.follow { valve.note($0) }
        defer { unfollow() }
        try await valve.pass()
    }

    /// Returns when the valve is open; one task passes at a time.
    ///
    /// - Throws: `CancellationError` when the task is cancelled.
    func pass() async throws {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let reader = state.withLock { state in
                    state.reader = continuation
                    let mayPass = !state.latest.needs.isSuspended || Task.isCancelled
                    return mayPass ? state.reader.take() : nil
                }
                reader?.resume()
            }
        } onCancel: {
            state.withLock { $0.reader.take() }?.resume()
        }
        try Task.checkCancellation()
    }
}
