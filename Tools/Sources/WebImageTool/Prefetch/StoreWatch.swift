import Synchronization
import WebImage

/// Ends a batch whose cache keeps nothing, so that nothing is loaded in vain.
final class StoreWatch: Sendable {
    /// The number of failures in a row after which the batch ends.
    private static let limit = 3

    private struct State {
        var failuresInRow = 0
        var batch: PrefetchBatch?
    }

    private let state = Mutex(State())

    /// `true` if the batch was ended.
    var hasEnded: Bool { state.withLock { $0.failuresInRow >= Self.limit } }

    /// Watches a batch, whose first results may be here already.
    func watch(_ batch: PrefetchBatch) {
        state.withLock { $0.batch = batch }
        if hasEnded { batch.cancel() }
    }

    /// Counts the outcome of a URL.
    func count(_ outcome: PrefetchOutcome) {
        let batch = state.withLock { state -> PrefetchBatch? in
            switch outcome {
            // Once ended, the batch stays so.
            case .done where state.failuresInRow < Self.limit,
                .skipped where state.failuresInRow < Self.limit:
                state.failuresInRow = 0
            case .failed(.store): state.failuresInRow += 1
            default: break
            }
            return state.failuresInRow >= Self.limit ? state.batch : nil
        }
        batch?.cancel()
    }
}
