import WebImage

/// Loads one source of `get` and writes the result.
struct GetJob: Sendable {
    let session: Session
    let options: ImageOptions
    let transforms: [any ImageTransform]
    let encoding: EncodingOptions
    /// `true` if a cached picture may stand in for the one that `--refresh` asks for.
    let allowsStale: Bool
    let destination: Destination
    let rules: OutputRules
    let meter: Meter
    /// The size of the output, if it depends on the picture's own.
    private let ownSize: OwnSize?
    /// The page, from 1; nil if none was chosen.
    private let page: Int?
    /// `true` if only the first frame is asked for.
    private let wantsFirstFrame: Bool
    /// `true` if a source may lose what it has besides its picture.
    private let permitsLoss: Bool
    /// `true` if an option of the shape may change the picture.
    private let mayChangeShape: Bool
    /// The end of the time for the source of a run.
    private var deadline = Deadline(nil)

    init(
        session: Session, options: ImageOptions, shaping: ShapingOptions,
        encoding: EncodingOptions, allowsStale: Bool, destination: Destination,
        rules: OutputRules, permitsLoss: Bool, meter: Meter
    ) {
        self.session = session
        self.options = options
        transforms = shaping.transforms + encoding.transforms
        self.encoding = encoding
        mayChangeShape = shaping.mayChangePicture
        page = shaping.page
        ownSize = shaping.ownSize
        wantsFirstFrame = shaping.firstFrame
        self.allowsStale = allowsStale
        self.destination = destination
        self.rules = rules
        self.permitsLoss = permitsLoss
        self.meter = meter
    }

    func run(_ source: Source, at index: Int) async -> Result<GetOutcome, SourceFailure> {
        do throws(SourceFailure) {
            var job = self
            job.deadline = Deadline(options.timeout)
            return .success(try await job.report(of: source, at: index))
        } catch {
            return .failure(error)
        }
    }

    /// Runs the stages of the command: load → encode → write.
    private func report(
        of source: Source, at index: Int
    ) async throws(SourceFailure) -> GetOutcome {
        if let path = destination.expectedPath(at: index, isExact: true),
            let reason = rules.of(index).reasonToSkip(path)
        {
            return .skipped(source, path: path, reason: reason)
        }
        try source.checkNoFolder()
        try await destination.prepare(on: session.files)
        let response = try await response(for: source, at: index)
        try check(response)
        let report = GetReport(source: source, response: response)
        tellPage(of: response)
        session.notes.tellTruncated(source, response.image.metadata)
        guard !destination.isNowhere else { return .done(report) }
        return try await write(response, of: source, at: index, report)
    }

    /// Loads the picture of a source.
    private func response(
        for source: Source, at index: Int
    ) async throws(SourceFailure) -> ImageResponse {
        var request = try await session.request(for: source, options, until: deadline)
        request.transforms = transforms
        request.keepsEncodedBytes =
            !destination.isNowhere
            && (transforms.isEmpty || encoding.settings().metadata != nil || rules.replacesSources)
        return if let ownSize {
            try await response(to: request, in: ownSize, at: index)
        } else {
            try await response(to: request, at: index)
        }
    }

    /// Encodes and writes a picture, and completes its report.
    private func write(
        _ response: ImageResponse, of source: Source, at index: Int, _ report: GetReport
    ) async throws(SourceFailure) -> GetOutcome {
        var report = report
        let format = outputFormat(of: response)
        tellChoices(response, source, as: format)
        report.format = format
        let bytes = try await report.measure("encode") { () throws(SourceFailure) in
            try await deadline.run("encode") { () throws(SourceFailure) in
                try await encoded(response, as: format)
            }
        }
        report.byteCount = bytes.count
        var rules = rules.of(index)
        if let lost = await lost(by: bytes, as: format, of: response) {
            if !permitsLoss { rules.lost = lost }
            if !mayChangeShape || encoding.settings().metadata != nil {
                session.notes.tellLost(lost, of: source)
            }
        }
        report.size = await session.size(of: bytes, response.image, encoding.settings())
        let picture = NameBook.Picture(
            format: format, size: report.size, keepsFormat: format == response.format)
        let written = try await report.measure("write") { () throws(SourceFailure) in
            try await destination.write(
                bytes, picture, at: index, rules: rules, in: session)
        }
        if let path = written.path, let reason = written.reasonToSkip {
            return .skipped(source, path: path, reason: reason)
        }
        report.output = written.path
        return .done(report)
    }

    /// Returns the data besides its picture that the file of a response has, and a written one has not;
    /// nil for none.
    private func lost(
        by bytes: ByteBlock, as format: ImageFormat, of response: ImageResponse
    ) async -> AttachedData? {
        guard let original = response.encoded else { return nil }
        let lost = try? await session.files.run { () throws(SourceFailure) in
            let attached = AttachedData(of: original)
            guard !attached.isEmpty else { return attached }
            var written = EncodedImage(bytes)
            written.format = format
            return attached.missing(from: AttachedData(of: written))
        }
        return lost?.isEmpty == false ? lost : nil
    }

    /// Tells of a page that the file does not have.
    private func tellPage(of response: ImageResponse) {
        guard let page, page > 1, response.image.metadata.pageCount == 1,
            let format = response.format
        else { return }
        session.notes.tell("--page \(page) has no effect on \(format), which has no pages")
    }

    /// Tells of options that change nothing, and of frames that are lost.
    private func tellChoices(
        _ response: ImageResponse, _ source: Source, as format: ImageFormat
    ) {
        session.notes.tell(encoding.given, as: format)
        if options.colorProfile == .keep, [.gif, .apng, .bmp].contains(format) {
            session.notes.tell("--icc keep has no effect on \(format), which is always sRGB")
        }
        let count = response.image.metadata.frameCount
        if count > 1, !wantsFirstFrame, format != response.format,
            response.image.frames != nil,
            session.pipeline.codecs.animatedEncoder(for: format) == nil
        {
            session.notes.tellFrames(of: source, count, as: format)
        }
    }

    func response(
        to request: ImageRequest, at index: Int
    ) async throws(SourceFailure) -> ImageResponse {
        do throws(ImageError) {
            let response = try await load(request, at: index)
            return try await session.renewing(response, of: request) {
                request throws(ImageError) in try await load(request, at: index)
            }
        } catch {
            throw SourceFailure(error)
        }
    }

    /// Loads a picture, and tells the meter of its progress.
    func load(
        _ request: ImageRequest, at index: Int
    ) async throws(ImageError) -> ImageResponse {
        let request = deadline.bounding(request)
        guard meter.isShown else { return try await session.pipeline.image(for: request) }
        for await update in session.pipeline.updates(for: request) {
            switch update {
            case .progress(let progress): meter.progressed(index, progress)
            case .finished(let result): return try result.get()
            default: break
            }
        }
        throw .cancelled
    }

    /// Returns the requested format, else that of the output's name, else the source's, else PNG.
    private func outputFormat(of response: ImageResponse) -> ImageFormat {
        if let format = encoding.format { return format }
        if let named = destination.namedFormat {
            // An APNG is a PNG, also in its file name.
            let isMoving =
                named == .png && response.format == .apng
                && (!mayChangePicture(as: .apng) || canMove(response.image, as: .apng))
            return isMoving ? .apng : named
        }
        guard let format = response.format else { return .png }
        if !mayChangePicture(as: format) { return format }
        return session.pipeline.codecs.encoders.contains { $0.format == format } ? format : .png
    }

    /// Returns `true` if an option may change a picture that is written in a format.
    private func mayChangePicture(as format: ImageFormat) -> Bool {
        mayChangeShape || encoding.mayChangePicture(as: format)
    }

    /// Returns `true` if the image has frames, and the format an encoder for them.
    private func canMove(_ image: DecodedImage, as format: ImageFormat) -> Bool {
        image.frames != nil && session.pipeline.codecs.animatedEncoder(for: format) != nil
    }

    /// Returns the original bytes if nothing changes, else the picture in that format.
    private func encoded(
        _ response: ImageResponse, as format: ImageFormat
    ) async throws(SourceFailure) -> ByteBlock {
        let settings = encoding.settings(for: format)
        do throws(ImageError) {
            guard page == nil || response.image.metadata.pageCount == 1 else {
                return try await session.pipeline.encode(
                    response.image, as: format, settings: settings)
            }
            return try await session.pipeline.encode(response, as: format, settings: settings)
        } catch {
            throw SourceFailure(error)
        }
    }
}
