import ArgumentParser
import WebImage

/// `webimage info`: says what the headers of pictures say.
struct InfoCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "info",
        abstract: "Says what the headers of pictures say; no pixel is decoded.",
        discussion: """
            SOURCE is a URL (http, https, data), a path, or - for standard input.

            Examples:
              webimage info cat.gif
              webimage info https://example.com/cat.jpg --json
              webimage info - < cat.png
            """)

    @Argument(help: ArgumentHelp("URLs, paths, or - for standard input.", valueName: "source"))
    var sources: [String]

    @OptionGroup var loading: LoadingOptions

    func validate() throws {
        try Source.validate(sources)
    }

    func run() async throws {
        let session = Session(loading)
        let sources = sources.map(Source.init)
        let meter = Meter(total: sources.count, output: session.output)
        let headers = HeaderFields(loading.header.map { ($0.name, $0.value) })
        let options = loading.requestOptions
        let failed = await session.run(sources, meter: meter) { _, source in
            await Self.report(of: source, options, headers, session)
        } report: { source, report in
            session.output.result(loading.json ? report.json.text : report.line(for: source))
        }
        if failed { throw ExitCode.failure }
    }

    private static func report(
        of source: Source, _ options: ImageOptions, _ headers: HeaderFields, _ session: Session
    ) async -> Result<InfoReport, SourceFailure> {
        do throws(SourceFailure) {
            let request = try await session.request(for: source, options, headers)
            do throws(ImageError) {
                let info = try await session.pipeline.info(for: request)
                return .success(InfoReport(source: source, info: info))
            } catch {
                return .failure(SourceFailure(error))
            }
        } catch {
            return .failure(error)
        }
    }
}
