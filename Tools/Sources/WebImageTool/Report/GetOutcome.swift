/// The result of `get` for one source.
enum GetOutcome: Sendable {
    case done(GetReport)
    /// An output that was left as it is: `exists` or `newer`.
    case skipped(Source, path: String, reason: String)

    /// The line for `--json`.
    var json: JSONValue {
        switch self {
        case .done(let report): report.json
        case .skipped(let source, let path, let reason):
            .object([
                ("source", .text(source.text)), ("output", .text(path)),
                ("skipped", .text(reason)),
            ])
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
}
