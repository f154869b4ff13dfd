import Synchronization

/// Reports failures on standard error: of each kind the first, and at the end the number of the
/// others.
final class FailureLog: Sendable {
    private let counts = Mutex<[FailureKind: Int]>([:])
    private let output: Output
    private let tellsAll: Bool

    /// - Parameter tellsAll: `true` to report every failure.
    init(output: Output, tellsAll: Bool = false) {
        self.output = output
        self.tellsAll = tellsAll
    }

    /// Reports a failure, unless one of its kind was reported.
    func tell(_ failure: SourceFailure, of source: Source) {
        tell(failure.line(for: source), kind: FailureKind(failure, of: source))
    }

    /// Reports a line, unless one of its kind was reported.
    func tell(_ line: String, kind: FailureKind) {
        let count = counts.withLock { counts in
            counts[kind, default: 0] += 1
            return counts[kind] ?? 1
        }
        if tellsAll || count == 1 { output.message(line) }
    }

    /// Reports the number of failures that were left out.
    func finish() {
        for line in takeLines() { output.message(line) }
    }

    /// Tells that number at an interruption.
    func lastWords() {
        let lines = takeLines()
        if !lines.isEmpty { output.lastWords(lines.joined(separator: "\n"), isResult: false) }
    }

    private func takeLines() -> [String] {
        let counts = counts.withLock { counts in
            defer { counts = [:] }
            return counts
        }
        guard !tellsAll else { return [] }
        return counts.filter { $0.value > 1 }.map { kind, count in
            "webimage: \(count - 1) more like that: \(kind.stage): \(kind.reason.onOneLine)"
                + " (--verbose reports each)"
        }.sorted()
    }
}
