import FoundationEssentials
import WebImage

/// The age of a picture, and the reason that it is older than HTTP allows.
struct ResponseAge: Sendable {
    /// `true` if the origin was asked, and has the picture that was cached.
    let isUnchanged: Bool
    /// The seconds since the origin sent or confirmed the picture; nil for files.
    let seconds: Int?
    /// The reason that the picture is older than HTTP allows; nil if it is not.
    let staleReason: String?
    /// The kind of the origin's failure; nil if the picture is not stale.
    private let kind: FailureKind?

    init(_ response: some LoadedResult, of source: Source) {
        isUnchanged = response.unchanged
        seconds = response.respondedAt.map { Self.seconds(since: $0) }
        staleReason = response.staleReason.map { SourceFailure($0).reason(without: source) }
        kind = response.staleReason.map { FailureKind(stale: $0) }
    }

    /// The age of a picture that is not stale.
    ///
    /// - Parameter date: The time at which the cache stored it; nil for files.
    init(since date: Date?) {
        seconds = date.map { Self.seconds(since: $0) }
        (isUnchanged, staleReason, kind) = (false, nil, nil)
    }

    /// The members for `--json`.
    var members: [(name: String, value: JSONValue)] {
        [
            ("unchanged", .bool(isUnchanged)),
            ("stale", staleReason.map { .text($0) } ?? .null),
            ("age_s", seconds.map { .number($0) } ?? .null),
        ]
    }

    /// Returns the line for standard error about a picture that is older than HTTP allows.
    func warning(for source: Source) -> (line: String, kind: FailureKind)? {
        guard let staleReason, let kind else { return nil }
        let words = seconds.map { " of \(Age($0)) ago" } ?? ""
        let line =
            "webimage: \(source.display): stale: the origin failed, "
            + "the cached picture\(words) is used: \(staleReason.onOneLine)"
        return (line, kind)
    }

    private static func seconds(since date: Date) -> Int {
        Int(min(max(-date.timeIntervalSinceNow, 0), 3.2e9))
    }
}

/// A number of seconds in text such as `3 hours`.
struct Age: CustomStringConvertible {
    private let seconds: Int

    init(_ seconds: Int) { self.seconds = seconds }

    var description: String {
        let (length, unit) =
            [(86_400, "day"), (3_600, "hour"), (60, "minute")].first { seconds >= $0.0 }
            ?? (1, "second")
        let count = seconds / length
        return "\(count) \(unit)\(count == 1 ? "" : "s")"
    }
}
