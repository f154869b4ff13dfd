import Synchronization
import WebImage

/// Warns on standard error that the cache fails, once; the pictures come all the same.
final class CacheWarning: PipelineObserver {
    private let output: Output
    private let hasWarned = Atomic(false)

    init(output: Output) { self.output = output }

    func observe(_ event: PipelineEvent) {
        guard case .cacheFailed(_, let error) = event,
            !hasWarned.exchange(true, ordering: .relaxed)
        else { return }
        output.message("webimage: cache: \(error.description.onOneLine)")
    }
}
