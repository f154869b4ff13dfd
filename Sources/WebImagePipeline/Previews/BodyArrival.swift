import Synchronization
import WebImageCaching
import WebImageCoding
import WebImageLoading
import WebImageRuntime

/// What a transfer tells while bytes arrive.
struct TransferUpdate: FlightUpdate {
    var progress: LoadProgress
    /// All bytes so far.
    let body: GrowingBody
    /// How often the load began again before.
    var attempt = 0

    mutating func merge(_ newer: TransferUpdate) { self = newer }

    /// Whether a byte is known to be there.
    var hasBegun: Bool { progress.receivedByteCount > 0 }
    /// Whether every byte is known to be there.
    var isWhole: Bool { progress.expectedByteCount == progress.receivedByteCount }
}

/// A body that is arriving, as one image flight follows it.
final class BodyArrival: Sendable {
    private struct State: Sendable {
        var update: TransferUpdate?
        var attempt = 0
        var hasChanged = false
        var hasEnded = false
        var follower: CheckedContinuation<Bool, Never>?
    }

    private let state = Mutex(State())

    /// No byte is there yet.
    init() {}

    /// What is known now, nil before the first byte.
    var latest: TransferUpdate? { state.withLock { $0.update } }

    /// Whether the transfer is over, well or not.
    var hasEnded: Bool { state.withLock { $0.hasEnded } }

    /// The number of the beginning that the latest bytes followed, also after the end.
    var attempt: Int { state.withLock { $0.attempt } }

    /// Waits for a ``wake()`` since the last one; for one task at a time.
    ///
    /// - Returns: False once the transfer has ended.
    func change() async -> Bool {
        await withCheckedContinuation { continuation in
            let change = state.withLock { state -> Bool? in
                if state.hasEnded { return false }
                if !state.hasChanged { state.follower = continuation }
                defer { state.hasChanged = false }
                return state.hasChanged ? true : nil
            }
            if let change { continuation.resume(returning: change) }
        }
    }

    /// Notes that bytes arrived.
    func note(_ update: TransferUpdate) {
        state.withLock { state in
            guard !state.hasEnded else { return }
            state.update = update
            state.attempt = update.attempt
        }
    }

    /// Lets who follows look again.
    func wake() {
        let follower = state.withLock { state in
            state.hasChanged = state.follower == nil
            return state.follower.take()
        }
        follower?.resume(returning: true)
    }

    /// Ends the following, and lets the body go.
    func end() {
        let follower = state.withLock { state in
            state.update = nil
            state.hasEnded = true
            return state.follower.take()
        }
        follower?.resume(returning: false)
    }
}
