import Synchronization
import WebImage

/// Warns on standard error that the cache fails, or that its folder is open to others, once; the
/// pictures come all the same.
final class CacheWarning: PipelineObserver {
    private let output: Output
    private let hasWarned = Atomic(false)

    init(output: Output) { self.output = output }

    func observe(_ event: PipelineEvent) {
        let reason: String
        switch event {
        case .cacheFailed(_, let error): reason = error.description
        case .cacheWarned(_, let warning): reason = warning.description
        default: return
        }
        guard !hasWarned.exchange(true, ordering: .relaxed) else { return }
        output.message("webimage: cache: \(reason.onOneLine)")
    }
}
