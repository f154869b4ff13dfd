import Synchronization
import WebImage

/// Reports on standard error, once each, the sources of `--fallback` that failed, too.
///
/// The failure of the source itself is reported with its result.
final class FallbackLog: PipelineObserver {
    private struct State {
        var fallbacks: Set<CacheKey> = []
        var told: Set<CacheKey> = []
    }

    private let state = Mutex(State())
    private let output: Output

    init(output: Output) { self.output = output }

    func observe(_ event: PipelineEvent) {
        guard case .fellBack(let key, let next, let error) = event else { return }
        let isNew = state.withLock { state in
            if let next { state.fallbacks.insert(next) }
            return state.fallbacks.contains(key) && state.told.insert(key).inserted
        }
        guard isNew else { return }
        // The key ends with the digest of its parts.
        let name = "\(key)"
        let source = Source(String(name[..<(name.lastIndex(of: "#") ?? name.endIndex)]))
        let failure = SourceFailure(error)
        let reason = failure.reason(without: source).onOneLine
        output.message("webimage: fallback \(source.display): \(failure.stage): \(reason)")
    }
}
