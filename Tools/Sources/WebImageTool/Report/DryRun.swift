/// The report of `get --dry-run` on one source.
struct DryRun {
    let source: Source
    /// The expected path; unknown sizes are fields.
    let path: String
    /// The change: `new`, `replace` or `skip`.
    private let action: String

    /// Examines the output of a source; loads nothing.
    ///
    /// - Throws: `SourceFailure` if the source is no file, or would be replaced.
    init(_ source: Source, at index: Int, to destination: Destination, _ rules: OutputRules)
        throws(SourceFailure)
    {
        self.source = source
        path = destination.expectedPath(at: index, isExact: false) ?? "-"
        try source.checkNoFolder()
        if let path = source.path, FileState(of: path) == .missing {
            throw SourceFailure(stage: "load", reason: "there is no such file")
        }
        if rules.reasonToSkip(path, of: source) != nil {
            action = "skip"
            return
        }
        if path != "-" { try rules.check(path) }
        action = path != "-" && FileState(of: path) == .file ? "replace" : "new"
    }

    /// The line for `--json`.
    var json: JSONValue {
        .object([
            ("source", .text(source.label)), ("output", .text(path)), ("action", .text(action)),
        ])
    }

    /// The line of text.
    var line: String {
        let change = action == "skip" ? "left as it is" : action == "new" ? "new" : "replaced"
        return "\(source.display) -> \(path.printable): \(change)"
    }
}
