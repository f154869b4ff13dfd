import ArgumentParser
import WebImage

/// `webimage info`: prints the metadata of pictures.
struct InfoCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "info",
        abstract: "Prints the metadata of pictures; pixels are decoded only on request.",
        discussion: """
            SOURCE is a URL (http, https, s3, file, data), a path, or - for standard input.

            Examples:
              webimage info cat.gif
              webimage info https://example.com/cat.jpg --json
              webimage info - < cat.png
            """)

    @Argument(
        help: ArgumentHelp("URLs, paths, or - for standard input.", valueName: "source"),
        completion: .file())
    var sources: [String] = []

    @Flag(
        name: .long,
        help: "Decode the first frame too, and give its mean colour and 8 by 8 averages in --json.")
    var signature = false

    @Flag(
        name: .long,
        help: "Decode the first frame too, and print its ThumbHash (base64) and BlurHash (4 by 3).")
    var placeholder = false

    @Flag(name: .long, help: "Report each source when it ends, not in the order of the sources.")
    var unordered = false

    @OptionGroup var listing: SourceOptions
    @OptionGroup var caching: CacheUseOptions
    @OptionGroup var loading: LoadingOptions

    func validate() throws {
        try listing.validate(sources)
    }

    func run() async throws {
        let session = Session(loading, usesCache: caching.usesCache)
        let answersLines = listing.inputList == "-" && loading.report.json
        let feed: SourceFeed
        do throws(SourceFailure) {
            feed = try self.feed
        } catch {
            session.tell(error, of: nil)
            throw answersLines ? ExitCode.unanswered : ExitCode.failure
        }
        let isQuiet = loading.report.quiet
        let meter = Meter(total: feed.total, output: session.output, isQuiet: isQuiet)
        let job = InfoJob(
            session: session, options: loading.requestOptions(usesCache: caching.usesCache),
            signature: signature, placeholder: placeholder)
        let end = await session.run(
            feed, isOrdered: !unordered && !(session.json && listing.inputList != nil), meter: meter
        ) { _, source in
            await job.run(source)
        } report: { index, source, report in
            if !isQuiet, let warning = report.age.warning(for: source) {
                session.failures.tell(warning.line, kind: warning.kind)
            }
            if session.json {
                session.output.result(report.json(at: index).text)
            } else if !isQuiet {
                session.output.result(report.line(for: source))
            }
        }
        try end.check(answersLines: answersLines)
    }

    /// The sources; a list is read on demand.
    private var feed: SourceFeed {
        get throws(SourceFailure) {
            guard !listing.recursive else {
                return SourceFeed(
                    try SourceList.entries(sources, listing, except: nil, isStrict: false))
            }
            return SourceFeed(
                SourceList.given(sources), then: try SourceList.list(of: listing))
        }
    }
}
