/// The result of `get` for one source.
enum GetOutcome: Sendable {
    case done(GetReport)
    /// An output that was left as it is: `exists` or `newer`.
    case skipped(Source, path: String, reason: String)

    /// Returns the line for `--json`.
    ///
    /// - Parameter index: The place of the source among all, from 0.
    func json(at index: Int) -> JSONValue {
        switch self {
        case .done(let report): report.json(at: index)
        case .skipped(let source, let path, let reason):
            .object(
                [("source", .text(source.label)), ("index", .number(index + 1))]
                    + source.line.member
                    + [("output", .text(path)), ("skipped", .text(reason))])
        }
    }

    /// Returns the line of text.
    func line(for source: Source) -> String {
        switch self {
        case .done(let report): report.line(for: source)
        case .skipped(_, let path, let reason):
            "\(source.display) -> \(path.printable): left as it is, "
                + (reason == "exists" ? "it exists" : "it is as new as the source")
        }
    }

    /// Returns the lines for standard error about a picture of another source, and about one that
    /// is older than HTTP allows.
    func warnings(for source: Source) -> [(line: String, kind: FailureKind)] {
        switch self {
        case .done(let report):
            [report.fallback?.warning(for: source), report.age.warning(for: source)]
                .compactMap(\.self)
        case .skipped: []
        }
    }
}
