import WebImage

/// Loads one source of `get` and writes the result.
struct GetJob: Sendable {
    let session: Session
    let options: ImageOptions
    let transforms: [any ImageTransform]
    let encoding: EncodingOptions
    private let fallbacks: FallbackOptions
    /// `true` if a cached picture may stand in for the one that `--refresh` asks for.
    let allowsStale: Bool
    let destination: Destination
    let rules: OutputRules
    let meter: Meter
    /// The page, from 1; nil if none was chosen.
    let page: Int?
    /// `true` if a source may lose what it has besides its picture.
    private let permitsLoss: Bool
    /// `true` if an option of the shape may change the picture.
    let mayChangeShape: Bool
    /// The end of the time for the source of a run.
    private(set) var deadline = Deadline(nil)

    init(
        session: Session, options: ImageOptions, shaping: ShapingOptions,
        encoding: EncodingOptions, fallbacks: FallbackOptions, allowsStale: Bool,
        destination: Destination, rules: OutputRules, permitsLoss: Bool, meter: Meter
    ) {
        self.session = session
        self.options = options
        transforms = shaping.transforms + encoding.transforms
        (self.encoding, self.fallbacks) = (encoding, fallbacks)
        mayChangeShape = shaping.mayChangePicture
        page = shaping.page
        self.allowsStale = allowsStale
        self.destination = destination
        self.rules = rules
        self.permitsLoss = permitsLoss
        self.meter = meter
    }

    func run(_ source: Source, at index: Int) async -> Result<GetOutcome, SourceFailure> {
        defer { destination.forget(index) }
        do throws(SourceFailure) {
            var job = self
            job.deadline = Deadline(options.timeout)
            return .success(try await job.report(of: source, at: index))
        } catch {
            return .failure(error)
        }
    }

    /// Runs the stages of the command: load → write.
    private func report(
        of source: Source, at index: Int
    ) async throws(SourceFailure) -> GetOutcome {
        let named = destination.isByDigest ? try await named(source, at: index) : nil
        if let path = destination.expectedPath(at: index, isExact: true),
            let reason = rules.of(index).reasonToSkip(path)
        {
            return .skipped(source, path: path, reason: reason)
        }
        try source.checkNoFolder()
        try await destination.prepare(on: session.files)
        let request = if let named { named } else { try await request(for: source) }
        guard destination.isNowhere else {
            return try await write(file(for: request, at: index), of: source, at: index)
        }
        let response = try await picture(for: request, at: index)
        try check(response)
        tellPage(of: response.image.metadata, in: response.format)
        session.notes.tellTruncated(source, response.image.metadata)
        return .done(GetReport(source: source, response: response))
    }

    private func request(for source: Source) async throws(SourceFailure) -> ImageRequest {
        var request = try await session.request(for: source, options, until: deadline)
        request.transforms = transforms
        // The process may end right after the output.
        request.storeCompletion = .everything
        let isLocal = source.kind != .url || source.path != nil
        if isLocal, transforms.allSatisfy({ $0.inputs.isEmpty }) {
            // No copies of the user's own files are kept; what transforms load would be affected,
            // too.
            request.diskCaching = .off
        }
        request.alternatives = fallbacks.alternatives(
            of: request, diskCaching: options.diskCaching)
        return request
    }

    /// Returns the request for a source, whose output is named by it.
    private func named(
        _ source: Source, at index: Int
    ) async throws(SourceFailure) -> ImageRequest {
        try source.checkNoFolder()
        let request = try await request(for: source)
        destination.name(source, at: index, digest: try await digest(of: request))
        return request
    }

    /// Returns the digest of a request, with all that its file depends on: picture, options,
    /// format, settings.
    private func digest(of request: ImageRequest) async throws(SourceFailure) -> String {
        do throws(ImageError) {
            let key = try await session.pipeline.cacheKeys(for: request).image
            return CacheKey("\(key.digest) \(choiceName) \(encoding.settings())").digest
        } catch {
            throw SourceFailure(error)
        }
    }

    /// Writes a file, and completes its report.
    private func write(
        _ file: ImageFile, of source: Source, at index: Int
    ) async throws(SourceFailure) -> GetOutcome {
        try check(file)
        let sourceFormat = file.note.isEmpty ? nil : ImageFormat(rawValue: file.note)
        tell(file, of: source, in: sourceFormat)
        var rules = rules.of(index)
        if !permitsLoss { rules.lost = file.dropped.filter(\.kind.isBesidePicture) }
        var report = GetReport(source: source, file: file)
        let picture = NameBook.Picture(
            format: file.format, size: file.size, keepsFormat: file.format == sourceFormat)
        let written = try await report.measure("write") { () throws(SourceFailure) in
            try await destination.write(file.bytes, picture, at: index, rules: rules, in: session)
        }
        if let path = written.path, let reason = written.reasonToSkip {
            return .skipped(source, path: path, reason: reason)
        }
        report.output = written.path
        return .done(report)
    }
}

// Loads.
extension GetJob {
    /// Returns the picture of a request, for a report alone.
    private func picture(
        for request: ImageRequest, at index: Int
    ) async throws(SourceFailure) -> ImageResponse {
        try await renewed(request) { request throws(ImageError) in
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
    }

    /// Returns the file to write: one that was made before, else made anew.
    private func file(
        for request: ImageRequest, at index: Int
    ) async throws(SourceFailure) -> ImageFile {
        try await renewed(request) { request throws(ImageError) in
            try await session.pipeline.file(
                for: request, named: choiceName, settings: encoding.settings(),
                among: possibleFormats,
                onProgress: meter.isShown ? { meter.progressed(index, $0) } : nil
            ) { choice(for: $0, of: $1) }
        }
    }

    /// Returns what `load` does within the time that is left; a stale result is renewed.
    private func renewed<Loaded: LoadedResult>(
        _ request: ImageRequest, load: (ImageRequest) async throws(ImageError) -> Loaded
    ) async throws(SourceFailure) -> Loaded {
        do throws(ImageError) {
            let result = try await load(deadline.bounding(request))
            return try await session.renewing(result, of: request) { request throws(ImageError) in
                try await load(deadline.bounding(request))
            }
        } catch {
            throw SourceFailure(error)
        }
    }
}
