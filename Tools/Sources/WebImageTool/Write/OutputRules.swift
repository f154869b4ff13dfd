/// The rules for outputs that exist.
struct OutputRules: Sendable {
    /// `true` leaves an existing file as it is.
    var keepsExisting = false
    /// `true` leaves a file as it is that is as new as its source.
    var keepsNewer = false
    /// `true` changes a file with several names in place, so that all show the new picture.
    var keepsHardLinks = false
    /// `true` permits an output to replace its own source.
    var replacesSources = false
    /// The advice to replace a source, for the message that refuses it.
    var advice = ""
    /// The file of the output's source; nil if it has none of its own.
    private var source: String?
    /// The files of all sources.
    private var sources: Set<FileStatus.Identity> = []

    /// - Parameter sources: The sources, which no output replaces.
    init(sources: [Source] = []) {
        self.sources = Set(sources.compactMap { $0.path.flatMap(FileStatus.init(of:))?.identity })
    }

    /// Returns the rules for the output of one source.
    func of(_ source: Source) -> OutputRules {
        var rules = self
        rules.source = source.path
        return rules
    }

    /// Returns the reason to leave an output as it is; nil if it is to be written.
    func reasonToSkip(_ path: String) -> String? {
        guard keepsExisting || keepsNewer, let output = FileStatus(of: path), output.state == .file
        else { return nil }
        if keepsExisting { return "exists" }
        guard let original = source.flatMap(FileStatus.init(of:)),
            output.isAsNew(as: original)
        else { return nil }
        return "newer"
    }

    /// Throws for an output that is the file of a source, unless it may replace its own.
    func check(_ path: String) throws(SourceFailure) {
        guard !sources.isEmpty, let status = FileStatus(of: path),
            sources.contains(status.identity)
        else { return }
        guard replacesSources else {
            throw SourceFailure(
                stage: "write", reason: "\(path.printable) is a source\(advice)")
        }
        guard source.flatMap(FileStatus.init(of:))?.identity != status.identity else { return }
        throw SourceFailure(stage: "write", reason: "\(path.printable) is another source")
    }
}
