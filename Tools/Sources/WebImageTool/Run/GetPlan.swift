import WebImage

/// The sources of `get` and their outputs, before anything is loaded.
struct GetPlan: Sendable {
    let sources: [Source]
    let destination: Destination
    let rules: OutputRules

    /// - Parameter format: The format of `--format`.
    /// - Throws: `SourceFailure` if a list or a folder of sources cannot be read.
    init(
        _ arguments: [String], _ listing: SourceOptions, output: String?,
        _ writing: OutputOptions, format: ImageFormat?
    ) throws(SourceFailure) {
        let folder = output.flatMap { OutputArgument.isFolder($0) ? $0 : nil }
        sources = try SourceList.read(arguments, listing, except: folder)
        rules = output == nil ? OutputRules() : writing.rules(for: sources)
        guard let output else {
            destination = .nowhere
            return
        }
        if OutputArgument.isStandardOutput(output) {
            destination = .standardOutput
        } else if folder != nil {
            let pattern = writing.name ?? .standard
            let names = NameBook(
                for: sources, fileExtension: (format ?? pattern.namedFormat)?.fileExtension,
                pattern: pattern, parents: writing.parents,
                inPlaceBelow: writing.inPlace && writing.name == nil ? output : nil)
            destination = .folder(output, names, format: pattern.namedFormat)
        } else {
            destination = .file(output)
        }
    }

    /// Reports what would be written.
    ///
    /// - Returns: `true` if a source is missing, or a report could not be printed.
    func dryRun(_ session: Session) -> Bool {
        var failed = false
        for (index, source) in sources.placed.enumerated() {
            do throws(SourceFailure) {
                let dryRun = try DryRun(source, at: index, to: destination, rules)
                session.output.result(session.json ? dryRun.json(at: index).text : dryRun.line)
            } catch {
                failed = true
                session.tell(error, of: source, at: index)
            }
        }
        session.failures.finish()
        return failed || !session.output.isIntact
    }
}
