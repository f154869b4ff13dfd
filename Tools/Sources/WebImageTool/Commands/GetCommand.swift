import ArgumentParser
import WebImage

/// `webimage get`: loads pictures, changes them and writes them.
struct GetCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "get",
        abstract: "Loads, resizes, converts and writes pictures.",
        discussion: """
            SOURCE is a URL (http, https, s3, file, data), a path, or - for standard input.
            Without -o nothing is written: the picture is loaded and reported.
            If the options change nothing in a picture, its original bytes are written.

            Examples:
              webimage get https://example.com/cat.jpg -o cat.jpg
              webimage get cat.jpg --size 320x240 --fit fill --transform circle -o cat.png
              webimage get *.jpg --size 200x --format webp --quality 70 -o small/
              webimage get photo.jpg --max-bytes 100kB -o small.jpg
              webimage get -r photos --strip gps --in-place -o photos/
              webimage get -r photos --size 50% --name '{stem}-{width}.{ext}' -o small/
              find photos -name '*.png' -print0 | webimage get -i - -0 --parents -o out/
              webimage get -i - --json --size 256x --name '{digest}' -o out/ < urls
              curl -s https://example.com/cat.jpg | webimage get - --size x100 -o - > c.jpg

            Transforms, applied in order after --size:
            \(HelpText.wrapped(Vocabulary.withInputs.help))
            """)

    @Argument(
        help: ArgumentHelp("URLs, paths, or - for standard input.", valueName: "source"),
        completion: .file())
    var sources: [String] = []

    @Option(
        name: [.customShort("o", allowingJoined: true), .long],
        help:
            "Where to write: a file, a folder (it exists, or ends with /), or - for standard output.",
        completion: .file())
    var output: String?

    @OptionGroup var listing: SourceOptions
    @OptionGroup var writing: OutputOptions
    @OptionGroup var shaping: ShapingOptions
    @OptionGroup var encoding: EncodingOptions
    @OptionGroup var fallbacks: FallbackOptions
    @OptionGroup var caching: CacheUseOptions
    @OptionGroup var loading: LoadingOptions

    @Flag(
        name: .long,
        help: "Ask the origin even if the cache has the picture; fail if that is not possible.")
    var refresh = false

    @Flag(name: .long, help: "With --refresh: use the cached picture if the origin fails.")
    var staleOk = false

    @Flag(name: .long, help: "Use the cache only; fail if the picture is not cached.")
    var onlyIfCached = false

    @Flag(name: .long, help: "Report each source when it ends, not in the order of the sources.")
    var unordered = false

    func validate() throws {
        try listing.validate(sources)
        if [refresh, onlyIfCached, caching.noCache].count(where: { $0 }) > 1 {
            throw ValidationError(
                "--refresh, --only-if-cached and --no-cache exclude each other.")
        }
        if staleOk, !refresh { throw ValidationError("--stale-ok needs --refresh.") }
        if writing.inPlace, !fallbacks.fallback.isEmpty {
            throw ValidationError("--in-place and --fallback exclude each other.")
        }
        if writing.dryRun, loading.report.quiet {
            throw ValidationError("--dry-run and --quiet exclude each other.")
        }
        try validateOutput()
    }

    private func validateOutput() throws {
        if output == "" { throw ValidationError("-o needs a file, a folder or -.") }
        let isFolder = output.map(OutputArgument.isFolder) ?? false
        try writing.validate(output, isFolder: isFolder)
        if let problem = writing.name?.problem { throw ValidationError("--name: \(problem)") }
        guard let output else { return }
        if encoding.format == nil {
            try OutputArgument.checkFormat(of: output, needsEncoder: mayChangePicture)
        }
        if let format = writing.name?.namedFormat { try FormatArgument.check(format) }
        let isSeveral = sources.count > 1 || listing.mayBeSeveral
        try OutputArgument.checkReport(output, json: loading.report.json)
        if isStandardOutput {
            if isSeveral { throw ValidationError("Several sources need a folder: -o FOLDER/.") }
        } else if isSeveral, !isFolder {
            let isThere = FileState(of: output) != .missing
            throw ValidationError(
                "Several sources need a folder, and '\(output.printable)' is none"
                    + (isThere ? "." : "; with a slash, '\(output.printable)/', it is made."))
        }
    }

    func run() async throws {
        let session = Session(loading, usesCache: caching.usesCache)
        let isQuiet = loading.report.quiet
        let plan = try plan(session)
        if writing.dryRun {
            if plan.dryRun(session) { throw ExitCode.failure }
            return
        }
        plan.rules.add(fallbacks: fallbacks.fallback)
        tellIdleOptions(session.notes)
        let meter = Meter(total: plan.feed.total, output: session.output, isQuiet: isQuiet)
        let job = GetJob(
            session: session, options: requestOptions, shaping: shaping,
            encoding: encoding, fallbacks: fallbacks, allowsStale: staleOk,
            destination: plan.destination, rules: plan.rules,
            permitsLoss: writing.dropAttached, meter: meter)
        let end = await session.run(
            plan.feed, isOrdered: !unordered && !(session.json && listing.inputList != nil),
            meter: meter
        ) { index, source in
            await job.run(source, at: index)
        } report: { index, source, report in
            for warning in isQuiet ? [] : report.warnings(for: source) {
                session.failures.tell(warning.line, kind: warning.kind)
            }
            if session.json {
                session.output.result(report.json(at: index).text)
            } else if !isStandardOutput, !isQuiet {
                session.output.result(report.line(for: source))
            }
        }
        try end.check(answersLines: answersLines)
    }

    /// `true` if the status says whether each line of standard input has its line on standard
    /// output.
    private var answersLines: Bool { listing.inputList == "-" && loading.report.json }

    private func plan(_ session: Session) throws -> GetPlan {
        do throws(SourceFailure) {
            return try GetPlan(
                sources, listing, output: output, writing, format: encoding.format)
        } catch {
            session.tell(error, of: nil)
            throw answersLines ? ExitCode.unanswered : ExitCode.failure
        }
    }

    /// Tells of options that change nothing, whatever the pictures are.
    private func tellIdleOptions(_ notes: Notes) {
        if shaping.fit != nil, shaping.size == nil {
            notes.tell("--fit has no effect without --size")
        }
        let isForOutput =
            encoding.format != nil || !encoding.given.isEmpty || encoding.strip != nil
            || encoding.maxBytes != nil || encoding.maxSize != nil || shaping.icc == .keep
        if output == nil, isForOutput {
            notes.tell("nothing is written without -o; '-o -' writes to standard output")
        }
        if let note = output.flatMap({ OutputArgument.formatNote(on: $0, encoding.format) }) {
            notes.tell(note)
        }
        if let format = encoding.format, let named = writing.name?.namedFormat, named != format {
            notes.tell("--format \(format) has no effect on the extension \(named) of --name")
        }
    }

    private var isStandardOutput: Bool {
        output.map(OutputArgument.isStandardOutput) ?? false
    }

    private var mayChangePicture: Bool { shaping.mayChangePicture || encoding.mayChangePicture() }

    private var requestOptions: ImageOptions {
        var options = loading.requestOptions(usesCache: caching.usesCache)
        options.targetSizing = shaping.sizing
        options.firstFrameOnly = shaping.firstFrame
        if let page = shaping.page { options.page = page - 1 }
        // Stated, sRGB holds for pictures that would be copied, too.
        if let policy = shaping.colorProfile { options.colorProfile = policy }
        if let depth = encoding.depth { options.pixelDepth = depth.pixels }
        if refresh { options.cachePolicy = .refresh }
        if onlyIfCached { options.cachePolicy = .onlyIfCached }
        return options
    }
}
