import WebImage

/// The environment of one run of a command: pipeline, output, unfinished files.
struct Session: Sendable {
    let output: Output
    let scratch: Scratch
    /// `true` if results and failures are printed as JSON.
    let json: Bool
    let pipeline: ImagePipeline
    /// The executor for blocking work: standard input, output files.
    let files = FileThreads()

    /// The limit of decoded pictures in memory in bytes; the same source may be given twice.
    private static let memoryByteCount = 16 << 20

    /// Creates the session of a command.
    ///
    /// - Parameter transfers: The limits of concurrent transfers; nil for the standard ones.
    init(_ options: LoadingOptions, transfers: LoadLimits? = nil) {
        output = Output.standard
        scratch = Scratch()
        json = options.json
        Interruption.install(scratch: scratch, output: output)
        var limits = options.limits
        if let transfers { limits.load = transfers }
        // The transport of the standard pipeline starts with the first URL.
        var pipeline = ImagePipeline.standard
        if transfers != nil {
            pipeline = ImagePipeline(
                transport: ImagePipeline.makeTransport(), disk: nil, limits: limits)
        }
        pipeline.memory = MemoryCache(maxBytes: Self.memoryByteCount)
        pipeline.disk = nil
        if !options.noCache {
            let folder = options.cacheDir ?? DiskCache.standardFolder
            let cache = DiskCache(
                folder: folder, allowsSharedFolder: options.allowSharedCache)
            pipeline.disk = GuardedCache(cache, scratch: scratch)
        }
        pipeline.setLimits(limits)
        if let codecs = WebImageCommand.ownCodecs { pipeline.codecs = codecs }
        pipeline.observers = [CacheWarning(output: output)]
        if options.verbose { pipeline.observers.append(EventLog(output: output)) }
        self.pipeline = pipeline
    }

    /// Returns the request for a source; reads standard input to its end.
    func request(
        for source: Source, _ options: ImageOptions, _ headers: HeaderFields
    ) async throws(SourceFailure) -> ImageRequest {
        switch source.kind {
        case .url: return ImageRequest(source.text, options: options, headers: headers)
        case .file where SystemPath.isUTF8(source.text):
            return ImageRequest(ImageSource.file(source.text), options: options)
        case .file:
            let limit = pipeline.limits.load.maxBodyBytes
            let bytes = try await files.run { () throws(SourceFailure) in
                try StandardInput.readFile(source.text, atMost: limit)
            }
            return ImageRequest(ImageSource.data(bytes), options: options)
        case .standardInput:
            let limit = pipeline.limits.load.maxBodyBytes
            let bytes = try await files.run { () throws(SourceFailure) in
                try StandardInput.read(atMost: limit)
            }
            return ImageRequest(ImageSource.data(bytes), options: options)
        }
    }

    /// Processes all sources, some at once, and reports in their order.
    ///
    /// - Returns: `true` if a source failed, or its report could not be printed.
    func run<Report: Sendable>(
        _ sources: [Source], meter: Meter,
        work: @escaping @Sendable (Int, Source) async -> Result<Report, SourceFailure>,
        report: (Source, Report) -> Void
    ) async -> Bool {
        let failed = await process(sources, meter: meter, work: work, report: report)
        // Unfinished files now belong to abandoned loads, such as those that timed out.
        scratch.close()
        return failed || !output.isIntact
    }

    /// Processes all sources, some at once; further files may be written afterwards.
    ///
    /// - Returns: `true` if a source failed.
    func process<Report: Sendable>(
        _ sources: [Source], meter: Meter,
        work: @escaping @Sendable (Int, Source) async -> Result<Report, SourceFailure>,
        report: (Source, Report) -> Void
    ) async -> Bool {
        var failed = false
        await meter.running {
            let window = Window(of: sources, atOnce: width(for: sources))
            await window.run { index, source in
                let result = await work(index, source)
                meter.finished(index)
                return result
            } each: { source, result in
                switch result {
                case .success(let value): report(source, value)
                case .failure(let failure):
                    failed = true
                    output.message(failure.line(for: source))
                    if json { output.result(failure.json(for: source).text) }
                }
            }
        }
        return failed
    }

    /// Returns the number of sources processed at once.
    ///
    /// Each may hold a decoded picture that waits to be written. More than the processors need is
    /// only useful while waiting for a network.
    private func width(for sources: [Source]) -> Int {
        let decoders = pipeline.decodeThreads
        return sources.contains { $0.kind == .url }
            ? min(max(8 * decoders, 16), 64) : 2 * decoders
    }
}
