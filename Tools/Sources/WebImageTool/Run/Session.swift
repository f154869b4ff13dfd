import WebImage

/// What one run of a command works with: a pipeline, the output, what must be tidied up.
struct Session: Sendable {
    let output: Output
    let scratch: Scratch
    /// Whether results are JSON, failures too.
    let json: Bool
    let pipeline: ImagePipeline
    /// Runs what blocks: standard input, output files.
    let files = FileThreads()

    /// Bytes that decoded pictures may take in memory: the same source may stand there twice.
    private static let memoryByteCount = 16 << 20

    /// A session of a command.
    ///
    /// - Parameter transfers: How many transfers run at once; nil for the standard numbers.
    init(_ options: LoadingOptions, transfers: LoadLimits? = nil) {
        output = Output.standard
        scratch = Scratch()
        json = options.json
        Interruption.install(scratch: scratch, output: output)
        var limits = options.limits
        if let transfers { limits.load = transfers }
        // The transport of the standard pipeline begins with the first URL.
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
        pipeline.limits = limits
        if let codecs = WebImageCommand.ownCodecs { pipeline.codecs = codecs }
        pipeline.observers = [CacheWarning(output: output)]
        if options.verbose { pipeline.observers.append(EventLog(output: output)) }
        self.pipeline = pipeline
    }

    /// The request for a source; standard input is read to its end.
    func request(
        for source: Source, _ options: ImageOptions, _ headers: HeaderFields
    ) async throws(SourceFailure) -> ImageRequest {
        switch source.kind {
        case .url: return ImageRequest(source.text, options: options, headers: headers)
        case .file: return ImageRequest(ImageSource.file(source.text), options: options)
        case .standardInput:
            let limit = pipeline.limits.load.maxBodyBytes
            let bytes = try await files.run { () throws(SourceFailure) in
                try StandardInput.read(atMost: limit)
            }
            return ImageRequest(ImageSource.data(bytes), options: options)
        }
    }

    /// Works on all sources, some at once, and reports in their order.
    ///
    /// - Returns: Whether a source failed, or its report could not be printed.
    func run<Report: Sendable>(
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
        // What is half done now belongs to loads that were given up, such as those out of time.
        scratch.close()
        return failed || !output.isIntact
    }

    /// How many sources are worked on at once.
    ///
    /// Each may hold a decoded picture that waits to be written: more than what keeps the
    /// processors busy is of use only while waiting for a network.
    private func width(for sources: [Source]) -> Int {
        let decoders = pipeline.decodeThreads
        return sources.contains { $0.kind == .url }
            ? min(max(8 * decoders, 16), 64) : 2 * decoders
    }
}
