import Synchronization
import WebImageCoding

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
        var hasEnded = false
    }

    /// An element for one or more changes since the last one; ends with the transfer.
    let changes: AsyncStream<Void>
    private let signal: AsyncStream<Void>.Continuation
    private let state = Mutex(State())

    /// No byte is there yet.
    init() {
        (changes, signal) = AsyncStream.makeStream(
            of: Void.self, bufferingPolicy: .bufferingNewest(1))
    }

    /// What is known now, nil before the first byte.
    var latest: TransferUpdate? { state.withLock { $0.update } }

    /// Whether the transfer is over, well or not.
    var hasEnded: Bool { state.withLock { $0.hasEnded } }

    /// The number of the beginning that the latest bytes followed, also after the end.
    var attempt: Int { state.withLock { $0.attempt } }

    /// Notes that bytes arrived.
    func note(_ update: TransferUpdate) {
        state.withLock {
            $0.update = update
            $0.attempt = update.attempt
        }
        signal.yield()
    }

    /// Lets who follows look again.
    func wake() { signal.yield() }

    /// Ends ``changes``, and lets the body go.
    func end() {
        state.withLock {
            $0.update = nil
            $0.hasEnded = true
        }
        signal.finish()
    }
}
