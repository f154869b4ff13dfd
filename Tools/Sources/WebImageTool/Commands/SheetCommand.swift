import ArgumentParser
import WebImage

/// `webimage sheet`: draws thumbnails of pictures with captions on one sheet.
struct SheetCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sheet",
        abstract: "Draws thumbnails of pictures with captions on one sheet.",
        discussion: """
            A source that fails is left out; the status is then 1.

            Examples:
              webimage sheet *.jpg -o sheet.jpg
              webimage sheet -r photos --title 'Summer 2025' --columns 6 -o sheet.webp
              webimage sheet *.png --caption '{name}, {bytes} bytes' -o sheet.png
            """)

    @Argument(
        help: ArgumentHelp("URLs, paths, or - for standard input.", valueName: "source"),
        completion: .file())
    var sources: [String] = []

    @Option(
        name: [.customShort("o", allowingJoined: true), .long],
        help: "Where to write: a file, or - for standard output.",
        completion: .file())
    var output: String

    @Option(
        name: .long, help: "The width of the sheet in pixels (default: 1600).",
        transform: { try NumberArgument.read($0, in: SheetLayout.minWidth...16_000) })
    var width: Int?

    @Option(
        name: .long, help: "The number of thumbnails in a row (default: by the width).",
        transform: { try NumberArgument.read($0, in: 1...100) })
    var columns: Int?

    @Option(name: .long, help: "A title above the pictures (default: none).")
    var title: String?

    @Option(
        name: .long,
        help: ArgumentHelp(
            "The text below each picture, made of {name}, {format}, {width}, {height}, {bytes}.",
            valueName: "pattern"),
        transform: { try CaptionPattern(reading: $0) })
    var caption: CaptionPattern?

    @OptionGroup var listing: SourceOptions
    @OptionGroup var encoding: EncodingOptions
    @OptionGroup var caching: CacheUseOptions
    @OptionGroup var loading: LoadingOptions

    func validate() throws {
        try listing.validate(sources)
        try OutputArgument.checkFile(
            output, format: encoding.format, json: loading.report.json)
        let cell = SheetLayout.cellWidth(width ?? Self.standardWidth, shape)
        if cell < 4 * SheetLayout.padding {
            throw ValidationError(
                "\(columns ?? 1) columns do not fit a width of \(width ?? Self.standardWidth) pixels."
            )
        }
    }

    func run() async throws {
        let session = Session(loading, usesCache: caching.usesCache)
        let isComplete = await isComplete(session)
        session.scratch.close()
        if !isComplete || !session.output.isIntact { throw ExitCode.failure }
    }

    private static let standardWidth = 1600

    private var shape: SheetShape {
        var shape = SheetShape(columns: columns, captionLines: 1, hasTitle: title != nil)
        if let caption {
            shape.captionLines = caption.isEmpty ? 0 : 1
        } else if SheetLayout.needsTwoLines(sheetWidth: width ?? Self.standardWidth, shape: shape) {
            shape.captionLines = 2
        }
        return shape
    }

    /// Draws and writes the sheet; returns `false` if a source failed, or the sheet.
    private func isComplete(_ session: Session) async -> Bool {
        do throws(SourceFailure) {
            let all = try SourceList.read(sources, listing, except: nil)
            let (entries, failed) = await entries(of: all, session)
            guard !entries.isEmpty else {
                if !failed { throw SourceFailure.noPictures }
                return false
            }
            try await write(entries, OutputRules(sources: all), session)
            return !failed
        } catch {
            session.tell(error, of: nil)
            return false
        }
    }

    private func entries(
        of sources: [Source], _ session: Session
    ) async -> (entries: [ContactSheet.Entry], failed: Bool) {
        let meter = Meter(
            total: sources.count, output: session.output, isQuiet: loading.report.quiet)
        let box = SheetLayout.box(sheetWidth: width ?? Self.standardWidth, shape: shape)
        var options = loading.requestOptions(usesCache: caching.usesCache)
        options.targetSize = box
        options.firstFrameOnly = true
        let caption = caption ?? .standard
        var entries: [ContactSheet.Entry] = []
        let end = await session.process(SourceFeed(sources), meter: meter) { [options] _, source in
            await session.entry(of: source, options, caption)
        } report: { _, _, entry in
            entries.append(entry)
        }
        return (entries, end != .done)
    }

    private func write(
        _ entries: [ContactSheet.Entry], _ rules: OutputRules, _ session: Session
    ) async throws(SourceFailure) {
        let count = entries.count == 1 ? "1 picture" : "\(entries.count) pictures"
        let sheet = try drawn(entries, subtitle: count, session.pipeline.limits.decode.maxPixels)
        let written = try await session.write(
            DecodedImage(poster: sheet), to: output, as: encoding.format,
            settings: encoding.settings(), rules: rules)
        tellIdleOptions(written.format, session.notes)
        if loading.report.json {
            let report = JSONValue.object([
                ("output", .text(output)), ("format", .text(written.format.rawValue)),
                ("width", .number(written.size.width)), ("height", .number(written.size.height)),
                ("bytes", .number(written.byteCount)), ("pictures", .number(entries.count)),
            ])
            session.output.result(report.text)
        } else if !loading.report.quiet, !OutputArgument.isStandardOutput(output) {
            session.output.result(
                "\(output.printable): \(written.format) \(written.size), \(written.byteCount) bytes, \(count)"
            )
        }
    }

    /// Draws the sheet, unless it would have more pixels than the limit.
    private func drawn(
        _ entries: [ContactSheet.Entry], subtitle: String, _ limit: Int
    ) throws(SourceFailure) -> Bitmap {
        let width = width ?? Self.standardWidth
        let size = ContactSheet.layout(width: width, count: entries.count, shape: shape).size
        guard size.area <= limit else {
            throw SourceFailure(
                stage: "write",
                reason: "the sheet would have \(size) pixels, more than the \(limit) allowed; "
                    + "--columns makes it smaller, --max-pixels raises the limit")
        }
        do {
            return try ContactSheet.drawn(
                title: title ?? "", subtitle: subtitle, entries, width: width, shape: shape)
        } catch {
            throw SourceFailure(stage: "write", reason: "\(error)")
        }
    }

    /// Tells of options that change nothing.
    private func tellIdleOptions(_ format: ImageFormat, _ notes: Notes) {
        notes.tell(encoding.given.filter { $0 != .background }, as: format)
        notes.tellIdle(encoding.metadataOptions, on: "a sheet, which has no metadata")
        if let depth = encoding.depth, [.keep, .hdr].contains(depth) {
            notes.tellIdle(["--depth \(depth.rawValue)"], on: "a sheet, which has 8 bits")
        }
        if encoding.background != nil {
            notes.tellIdle(["--background"], on: "a sheet, which is opaque")
        }
        if let note = OutputArgument.formatNote(on: output, encoding.format) { notes.tell(note) }
    }
}

extension Session {
    /// Loads the thumbnail of a source.
    fileprivate func entry(
        of source: Source, _ options: ImageOptions, _ caption: CaptionPattern
    ) async -> Result<ContactSheet.Entry, SourceFailure> {
        do throws(SourceFailure) {
            try source.checkNoFolder()
            let request = try await request(for: source, options, until: deadline())
            let response = try await image(for: request, of: source)
            let size = response.image.metadata.size
            let format = response.format?.rawValue ?? "unknown"
            let facts = CaptionPattern.Facts(
                name: source.fileName.printable, format: format, size: size,
                byteCount: response.encodedByteCount)
            return .success(
                ContactSheet.Entry(
                    thumbnail: response.image.poster, name: caption.filled(facts),
                    details: caption.isStandard ? "\(format) · \(size)" : "", spelling: ""))
        } catch {
            return .failure(error)
        }
    }
}
