import WebImage

/// The sources of `get` and their outputs, before anything is loaded.
struct GetPlan: Sendable {
    let feed: SourceFeed
    let destination: Destination
    let rules: OutputRules

    /// - Parameter format: The format of `--format`.
    /// - Throws: `SourceFailure` if a list or a folder of sources cannot be read.
    init(
        _ arguments: [String], _ listing: SourceOptions, output: String?,
        _ writing: OutputOptions, format: ImageFormat?
    ) throws(SourceFailure) {
        let folder = output.flatMap { OutputArgument.isFolder($0) ? $0 : nil }
        var entries = SourceList.given(arguments)
        var list: ListEntries?
        if writing.needsAll || listing.recursive {
            entries = try SourceList.entries(
                arguments, listing, except: folder, isStrict: writing.dryRun)
        } else {
            list = try SourceList.list(of: listing)
        }
        rules = output == nil ? OutputRules() : writing.rules
        guard let output, !OutputArgument.isStandardOutput(output) else {
            destination = output == nil ? .nowhere : .standardOutput
            feed = SourceFeed(entries, then: list)
            return
        }
        guard folder != nil else {
            destination = .file(output)
            feed = SourceFeed(entries) { [rules] in rules.add($1, at: $0) }
            return
        }
        let pattern = writing.name ?? .standard
        let names = NameBook(
            for: entries.enumerated().compactMap { index, entry in
                entry.source.map { (index, $0) }
            },
            fileExtension: (format ?? pattern.namedFormat)?.fileExtension,
            pattern: pattern, parents: writing.parents,
            inPlaceBelow: writing.inPlace && writing.name == nil ? output : nil)
        destination = .folder(output, names, format: pattern.namedFormat)
        feed = Self.feed(entries, then: list, names, rules)
    }

    /// Returns the feed of sources whose outputs are in a folder.
    private static func feed(
        _ entries: [SourceEntry], then list: ListEntries?, _ names: NameBook, _ rules: OutputRules
    ) -> SourceFeed {
        let given = entries.count
        return SourceFeed(entries, then: list, memory: names.isByDigest ? .nothing : .names) {
            index, source in
            // No source has the name of a digest, unless it is the output of an equal request.
            if index < given || !names.isByDigest { rules.add(source, at: index) }
            if index >= given, !names.isByDigest { names.add(source, at: index) }
        }
    }

    /// Reports what would be written.
    ///
    /// - Returns: `true` if a source is missing, or a report could not be printed.
    func dryRun(_ session: Session) -> Bool {
        var failed = false
        var feed = feed
        while let entry = feed.next() {
            guard let source = entry.source else { continue }
            do throws(SourceFailure) {
                let dryRun = try DryRun(source, at: entry.index, to: destination, rules)
                session.output.result(
                    session.json ? dryRun.json(at: entry.index).text : dryRun.line)
            } catch {
                failed = true
                session.tell(error, of: source, at: entry.index)
            }
        }
        session.failures.finish()
        return failed || !session.output.isIntact
    }
}

extension OutputOptions {
    /// `true` if an output depends on sources after its own, so that a list is read to its end
    /// first.
    fileprivate var needsAll: Bool {
        dryRun || inPlace || skipNewer || name?.has(.index) == true && name?.has(.digest) == false
    }
}
