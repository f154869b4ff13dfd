import Synchronization
import WebImage

/// Warns on standard error, once each, if the cache fails or its folder is accessible to other
/// users.
final class CacheWarning: PipelineObserver {
    private let output: Output
    private let hasToldFailure = Atomic(false)
    private let hasToldWarning = Atomic(false)

    init(output: Output) { self.output = output }

    func observe(_ event: PipelineEvent) {
        switch event {
        case .cacheFailed(_, let error):
            if !hasToldFailure.exchange(true, ordering: .relaxed) { tell(error.description) }
        case .cacheWarned(_, let warning):
            if !hasToldWarning.exchange(true, ordering: .relaxed) { tell(warning.description) }
        default: break
        }
    }

    private func tell(_ reason: String) {
        output.message("webimage: cache: \(reason.inWordsOfTheCommand.onOneLine)")
    }
}
