import ArgumentParser
import WebImage
import WebImageTesting

/// `webimage info`: prints the metadata of pictures.
struct InfoCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "info",
        abstract: "Prints the metadata of pictures; pixels are decoded only on request.",
        discussion: """
            SOURCE is a URL (http, https, file, data), a path, or - for standard input.

            Examples:
              webimage info cat.gif
              webimage info https://example.com/cat.jpg --json
              webimage info - < cat.png
            """)

    @Argument(
        help: ArgumentHelp("URLs, paths, or - for standard input.", valueName: "source"),
        completion: .file())
    var sources: [String]

    @Flag(
        name: .long,
        help: "Decode the first frame too, and tell its mean colour and 8 by 8 averages in --json.")
    var signature = false

    @Flag(
        name: .long,
        help: "Decode the first frame too, and print its ThumbHash (base64) and BlurHash (4 by 3).")
    var placeholder = false

    @Flag(name: .long, help: "Neither read nor write the cache.")
    var noCache = false

    @Flag(name: .long, help: "Report each source when it ends, not in the order of the sources.")
    var unordered = false

    @OptionGroup var loading: LoadingOptions

    func validate() throws {
        try Source.validate(sources)
    }

    func run() async throws {
        let session = Session(loading, usesCache: !noCache)
        let sources = sources.map { Source($0) }
        let meter = Meter(total: sources.count, output: session.output)
        let options = loading.requestOptions(usesCache: !noCache)
        let failed = await session.run(sources, isOrdered: !unordered, meter: meter) { _, source in
            await report(of: source, options, session)
        } report: { index, source, report in
            session.output.result(
                loading.json ? report.json(at: index).text : report.line(for: source))
        }
        if failed { throw ExitCode.failure }
    }

    private func report(
        of source: Source, _ options: ImageOptions, _ session: Session
    ) async -> Result<InfoReport, SourceFailure> {
        do throws(SourceFailure) {
            let request = try await session.request(for: source, options)
            do throws(ImageError) {
                return .success(try await report(of: source, request, session.pipeline))
            } catch {
                return .failure(SourceFailure(error))
            }
        } catch {
            return .failure(error)
        }
    }

    private func report(
        of source: Source, _ request: ImageRequest, _ pipeline: ImagePipeline
    ) async throws(ImageError) -> InfoReport {
        guard signature || placeholder else {
            var request = request
            // Bytes that are in the cache answer; otherwise the transfer stops behind the header.
            if request.diskCaching == .readWrite { request.diskCaching = .readOnly }
            return InfoReport(source: source, info: try await pipeline.info(for: request))
        }
        // The bytes are loaded once, then used twice: for the headers and for the pixels.
        let bytes = try await pipeline.data(for: request).bytes
        var here = ImageRequest(ImageSource.data(bytes), options: request.options)
        here.firstFrameOnly = true
        let info = try await pipeline.info(for: here)
        let look = signature ? ColorSignature(of: try await poster(of: here, pipeline)) : nil
        guard placeholder else { return InfoReport(source: source, info: info, signature: look) }
        let side = Placeholders.side
        here.targetSize = PixelSize(width: side, height: side)
        let hashes = Placeholders(of: try await poster(of: here, pipeline))
        return InfoReport(source: source, info: info, signature: look, placeholders: hashes)
    }

    private func poster(
        of request: ImageRequest, _ pipeline: ImagePipeline
    ) async throws(ImageError) -> Bitmap {
        try await pipeline.image(for: request).image.poster
    }
}
