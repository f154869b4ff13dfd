import Synchronization
import WebImage

/// Counts the failures of a batch by kind, and summarizes the batch at the end.
final class PrefetchTally: Sendable {
    private struct State {
        var failures: [FailureKind: Int] = [:]
        /// The number of invalid lines in the list.
        var badLineCount = 0
    }

    private let state = Mutex(State())
    private let start = ContinuousClock.now

    func add(_ kind: FailureKind) { state.withLock { $0.failures[kind, default: 0] += 1 } }

    /// Counts and reports a URL that failed.
    func add(_ error: ImageError, of source: Source, _ line: Int, in session: Session) {
        add(FailureKind(error))
        let failure = SourceFailure(error)
        session.failures.tell(failure, of: source)
        if session.json { session.output.result(failure.json(for: source, line: line).text) }
    }

    /// Counts and reports an invalid line of the list.
    func addBadLine(_ number: Int, _ reason: String, in session: Session) {
        let failure = SourceFailure(stage: "list", reason: reason)
        let kind = FailureKind(stage: failure.stage, reason: reason)
        state.withLock { state in
            state.badLineCount += 1
            state.failures[kind, default: 0] += 1
        }
        session.failures.tell("webimage: line \(number): list: \(reason)", kind: kind)
        if session.json { session.output.result(failure.json(for: nil, line: number).text) }
    }

    var hasFailures: Bool { state.withLock { !$0.failures.isEmpty } }

    /// The time since the start.
    var elapsed: Duration { start.duration(to: .now) }

    /// Returns the mean number of bytes per second so far.
    func rate(_ progress: PrefetchProgress) -> ByteCount {
        ByteCount(Int(Double(progress.byteCount) / max(elapsed / .seconds(1), 0.001)))
    }

    /// The kinds of failures with their counts, the most frequent first.
    private var failures: [(kind: FailureKind, count: Int)] {
        state.withLock { Array($0.failures) }.map { ($0.key, $0.value) }.sorted { left, right in
            left.1 != right.1
                ? left.1 > right.1
                : (left.0.stage, left.0.reason) < (right.0.stage, right.0.reason)
        }
    }

    /// Returns the summary as text, with a line for each kind of failure.
    func lines(_ progress: PrefetchProgress) -> [String] {
        let badLines = state.withLock { $0.badLineCount }
        let parts = [
            ("done", progress.done), ("skipped", progress.skipped),
            ("failed", progress.failed + badLines), ("cancelled", progress.cancelled),
        ].filter { $0.0 != "cancelled" || $0.1 > 0 }
        let milliseconds = JSONValue.milliseconds(elapsed.rounded).text
        let first =
            parts.map { "\($0.1) \($0.0)" }.joined(separator: ", ")
            + "; \(ByteCount(progress.byteCount)) in \(milliseconds) ms, \(rate(progress))/s"
        return [first] + failures.map { "  \($0.count) \($0.kind.stage): \($0.kind.reason)" }
    }

    /// Returns the summary for `--json`.
    func json(_ progress: PrefetchProgress) -> JSONValue {
        let badLines = state.withLock { $0.badLineCount }
        let list = failures.map { failure in
            JSONValue.object([
                ("stage", .text(failure.kind.stage)), ("reason", .text(failure.kind.reason)),
                ("count", .number(failure.count)),
            ])
        }
        return .object([
            ("done", .number(progress.done)), ("skipped", .number(progress.skipped)),
            ("failed", .number(progress.failed + badLines)),
            ("cancelled", .number(progress.cancelled)),
            ("total", progress.total.map { .number($0 + badLines) } ?? .null),
            ("bytes", .number(progress.byteCount)), ("ms", .milliseconds(elapsed.rounded)),
            ("failures", .list(list)),
        ])
    }
}

extension Duration {
    /// The duration rounded to milliseconds.
    fileprivate var rounded: Duration { .milliseconds(Int((self / .milliseconds(1)).rounded())) }
}
