/// The report of `get --dry-run` on one source.
struct DryRun {
    let source: Source
    /// The expected path; unknown sizes are fields.
    let path: String
    private let action: Action

    /// The change of a file; `unknown` if its name depends on the picture.
    private enum Action: String {
        case new
        case replace
        case skip
        case unknown
    }

    /// Examines the output of a source; loads nothing.
    ///
    /// - Throws: `SourceFailure` if the source is no file, would be replaced, or the output cannot
    ///   be written.
    init(_ source: Source, at index: Int, to destination: Destination, _ rules: OutputRules)
        throws(SourceFailure)
    {
        self.source = source
        path = destination.expectedPath(at: index, isExact: false) ?? "-"
        let rules = rules.of(index)
        try source.checkNoFolder()
        if let path = source.path, FileState(of: path) == .missing {
            throw SourceFailure(stage: "load", reason: "there is no such file")
        }
        if path == "-" {
            action = .new
        } else if destination.expectedPath(at: index, isExact: true) == nil {
            action = .unknown
        } else if rules.reasonToSkip(path) != nil {
            action = .skip
        } else {
            try rules.check(path)
            if case .file = destination {
                try OutputFile.check(path, makesFolders: false)
            } else {
                try OutputFile.check(path, makesFolders: true)
            }
            action = FileState(of: path) == .file ? .replace : .new
        }
    }

    /// Returns the line for `--json`.
    ///
    /// - Parameter index: The place of the source among all, from 0.
    func json(at index: Int) -> JSONValue {
        .object(
            [("source", .text(source.label)), ("index", .number(index + 1))] + source.line.member
                + [("output", .text(path)), ("action", .text(action.rawValue))])
    }

    /// The line of text.
    var line: String {
        let change =
            switch action {
            case .new: "new"
            case .replace: "replaced"
            case .skip: "left as it is"
            case .unknown: "by the size of the picture"
            }
        return "\(source.display) -> \(path.printable): \(change)"
    }
}
