import Synchronization
import WebImageCoding

/// What a transfer tells while bytes arrive.
struct TransferUpdate: FlightUpdate {
    var progress: LoadProgress
    /// All bytes so far.
    let body: GrowingBody

    mutating func merge(_ newer: TransferUpdate) { self = newer }

    /// Whether every byte is known to be there.
    var isWhole: Bool { progress.expectedByteCount == progress.receivedByteCount }
}

/// A body that is arriving, as one image flight follows it.
final class BodyArrival: Sendable {
    private struct State: Sendable {
        var update: TransferUpdate?
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

    /// Notes that bytes arrived.
    func note(_ update: TransferUpdate) {
        state.withLock { $0.update = update }
        signal.yield()
    }

    /// Lets who follows look again.
    func wake() { signal.yield() }

    /// Ends ``changes``, and lets the body go.
    func end() {
        state.withLock { $0 = State(update: nil, hasEnded: true) }
        signal.finish()
    }
}
