import Synchronization
import WebImageCaching
import WebImageRuntime

/// Tells of one transfer in its order, and of nothing after its end.
///
/// A head may arrive while the last caller leaves: who comes second lets the first one tell both.
package final class TransferEvents: Sendable {
    private struct State: Sendable {
        var waiting: [PipelineEvent] = []
        var isTelling = false
        var hasEnded = false
    }

    private let state = Mutex(State())

    /// A transfer of which nothing was told.
    package init() {}

    /// Tells of something that happened; after the last event nothing more happens.
    package func add(
        _ event: PipelineEvent, isLast: Bool = false, tell: (PipelineEvent) -> Void
    ) {
        let tells = state.withLock { state in
            guard !state.hasEnded else { return false }
            state.hasEnded = isLast
            state.waiting.append(event)
            defer { state.isTelling = true }
            return !state.isTelling
        }
        guard tells else { return }
        while let event = next() { tell(event) }
    }

    private func next() -> PipelineEvent? {
        state.withLock { state in
            state.isTelling = !state.waiting.isEmpty
            return state.waiting.isEmpty ? nil : state.waiting.removeFirst()
        }
    }
}
