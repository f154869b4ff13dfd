/// The rules for outputs that exist.
struct OutputRules: Sendable {
    /// `true` leaves an existing file as it is.
    var keepsExisting = false
    /// `true` leaves a file as it is that is as new as its source.
    var keepsNewer = false
    /// `true` changes a file with several names in place, so that all show the new picture.
    var keepsHardLinks = false
    /// `true` permits an output to replace a source.
    var replacesSources = false
    /// The files of the sources.
    var sources: Set<FileStatus.Identity> = []

    /// Returns the reason to leave an output as it is; nil if it is to be written.
    func reasonToSkip(_ path: String, of source: Source) -> String? {
        guard keepsExisting || keepsNewer, let output = FileStatus(of: path), output.state == .file
        else { return nil }
        if keepsExisting { return "exists" }
        guard let original = source.path.flatMap(FileStatus.init(of:)),
            output.isAsNew(as: original)
        else { return nil }
        return "newer"
    }

    /// Throws for an output that is the file of a source.
    func check(_ path: String) throws(SourceFailure) {
        guard !replacesSources, !sources.isEmpty, let status = FileStatus(of: path),
            sources.contains(status.identity)
        else { return }
        throw SourceFailure(
            stage: "write",
            reason: "\(path.printable) is a source; --in-place permits to replace it")
    }
}
