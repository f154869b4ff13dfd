import ArgumentParser
import WebImage

/// `webimage get`: loads pictures, changes them and writes them.
struct GetCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "get",
        abstract: "Loads pictures, changes them and writes them.",
        discussion: """
            SOURCE is a URL (http, https, data), a path, or - for standard input.
            Without -o nothing is written: the picture is loaded and reported.
            If the options change nothing in a picture, its original bytes are written.

            Examples:
              webimage get https://example.com/cat.jpg -o cat.jpg
              webimage get cat.jpg --size 320x240 --fit fill --transform circle -o cat.png
              webimage get *.jpg --size 200x --format webp --quality 70 -o small/
              curl -s https://example.com/cat.jpg | webimage get - --size x100 -o - > cat.jpg

            Transforms, applied in order after --size:
            \(Vocabulary.standard.help.joined(separator: "\n"))
            """)

    @Argument(help: ArgumentHelp("URLs, paths, or - for standard input.", valueName: "source"))
    var sources: [String]

    @Option(
        name: .shortAndLong,
        help: "Where to write: a file, a folder for several sources, or - for standard output.")
    var output: String?

    @OptionGroup var shaping: ShapingOptions
    @OptionGroup var encoding: EncodingOptions
    @OptionGroup var loading: LoadingOptions

    @Flag(name: .long, help: "Reload from the origin even if the cache has the picture.")
    var refresh = false

    @Flag(name: .long, help: "Use the cache only; fail if the picture is not cached.")
    var onlyIfCached = false

    func validate() throws {
        try Source.validate(sources)
        if [refresh, onlyIfCached, loading.noCache].count(where: { $0 }) > 1 {
            throw ValidationError(
                "--refresh, --only-if-cached and --no-cache exclude each other.")
        }
        if output == "" { throw ValidationError("-o needs a file, a folder or -.") }
        if let output, encoding.format == nil, mayChangePicture,
            let named = ImageFormat(ofPath: output)
        {
            try FormatArgument.check(named)
        }
        if output == "-" {
            if loading.json {
                throw ValidationError(
                    "-o - and --json exclude each other: both write to standard output.")
            }
            if sources.count > 1 {
                throw ValidationError("Several sources need a folder: -o FOLDER/.")
            }
        } else if let output, sources.count > 1, [.file, .special].contains(FileState(of: output)) {
            throw ValidationError("Several sources need a folder, and '\(output)' is none.")
        }
    }

    func run() async throws {
        let session = Session(loading)
        let sources = sources.map(Source.init)
        let meter = Meter(total: sources.count, output: session.output)
        let job = GetJob(
            session: session, options: requestOptions, shaping: shaping,
            encoding: encoding,
            headers: HeaderFields(loading.header.map { ($0.name, $0.value) }),
            destination: destination(for: sources), meter: meter)
        let failed = await session.run(sources, meter: meter) { index, source in
            await job.run(source, at: index)
        } report: { source, report in
            if loading.json {
                session.output.result(report.json.text)
            } else if output != "-" {
                session.output.result(report.line(for: source))
            }
        }
        if failed { throw ExitCode.failure }
    }

    private var mayChangePicture: Bool { shaping.mayChangePicture || encoding.mayChangePicture }

    private var requestOptions: ImageOptions {
        var options = loading.requestOptions
        options.targetSize = shaping.size
        options.targetFit = shaping.fit
        options.firstFrameOnly = shaping.firstFrame
        options.page = (shaping.page ?? 1) - 1
        options.colorProfile = shaping.icc
        if refresh { options.cachePolicy = .refresh }
        if onlyIfCached { options.cachePolicy = .onlyIfCached }
        return options
    }

    private func destination(for sources: [Source]) -> Destination {
        guard let output else { return .nowhere }
        if output == "-" { return .standardOutput }
        guard sources.count > 1 || output.hasSuffix("/") || FileState(of: output) == .folder else {
            return .file(output)
        }
        return .folder(
            output, NameBook(for: sources, fileExtension: encoding.format?.fileExtension))
    }
}
