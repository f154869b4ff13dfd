import WebImage

/// The environment of one run of a command: pipeline, output, unfinished files.
struct Session: Sendable {
    let output: Output
    let scratch: Scratch
    /// `true` if results and failures are printed as JSON.
    let json: Bool
    let pipeline: ImagePipeline
    /// The disk cache; nil if the command uses none.
    let cache: DiskCache?
    /// Tells the failures of sources.
    let failures: FailureLog
    /// Tells of options that change nothing.
    let notes: Notes
    /// The executor for blocking work: standard input, output files.
    let files = FileThreads()

    /// The time for one source; nil for no end.
    private let timeout: Duration?
    private let network: NetworkOptions
    private let servers = SourceServers()

    /// Creates the session of a command.
    ///
    /// - Parameters:
    ///   - usesCache: `false` to neither read nor write the disk cache.
    ///   - asksOrigins: `false` to fail each load that would ask one.
    init(_ options: LoadingOptions, usesCache: Bool = true, asksOrigins: Bool = true) {
        output = Output.standard
        scratch = Scratch()
        json = options.report.json
        (network, timeout) = (options.network, options.timeout)
        failures = FailureLog(output: output, tellsAll: options.verbose)
        notes = Notes(output: output, isQuiet: options.report.quiet)
        Interruption.install(scratch: scratch, output: output)
        Interruption.onEnd { [failures] in failures.lastWords() }
        cache = usesCache ? options.cache : nil
        let transport: any HTTPTransport =
            asksOrigins ? Self.transport(options.network, servers) : DryTransport()
        pipeline = Self.pipeline(
            options, cache: cache, transport: transport, scratch: scratch, output: output)
        tellNetwork()
    }

    /// Returns the end of the time for a source whose work begins now.
    func deadline() -> Deadline { Deadline(timeout) }

    private func tellNetwork() {
        if network.insecure {
            output.message("webimage: --insecure: the certificates of servers are not checked")
        }
        if case .file(let cookies, let path, _) = network.cookies, cookies.isEmpty {
            notes.tell(
                "--cookies: \(path.printable) has no cookies; a line of Netscape's format has "
                    + "seven fields with tabs between them")
        }
    }

    /// Returns the request for a URL; its server is one of the sources' from now on.
    func request(url: String, _ options: ImageOptions = ImageOptions()) async -> ImageRequest {
        let request = ImageRequest(url, options: options, headers: network.headers(for: url))
        if network.cert != nil { await servers.add(url, by: pipeline) }
        return request
    }

    /// Returns the request for a source; reads standard input to its end.
    func request(
        for source: Source, _ options: ImageOptions
    ) async throws(SourceFailure) -> ImageRequest {
        switch source.kind {
        case .url:
            var request = await request(url: source.text, options)
            // A URL on the command line is the user's own, as a path is.
            if source.isFileURL { request.allowsFileURLs = true }
            return request
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

    /// Returns the request for a source, which ends at a deadline.
    func request(
        for source: Source, _ options: ImageOptions, until deadline: Deadline
    ) async throws(SourceFailure) -> ImageRequest {
        deadline.bounding(
            try await deadline.run("load") { () throws(SourceFailure) in
                try await request(for: source, options)
            })
    }

    /// Tells a failure on standard error, and as an object if results are.
    ///
    /// - Parameters:
    ///   - source: The source that failed; nil for a failure of all.
    ///   - index: The place of the source among all, from 0; nil for one alone.
    func tell(_ failure: SourceFailure, of source: Source?, at index: Int? = nil) {
        if let source {
            failures.tell(failure, of: source)
        } else {
            output.message("webimage: \(failure.stage): \(failure.reason.onOneLine)")
        }
        if json { output.result(failure.json(for: source, at: index).text) }
    }

    /// Processes all sources, some at once, and reports in their order.
    ///
    /// - Parameters:
    ///   - isOrdered: `false` to report each source when it ends.
    ///   - report: Reports a success; gets the number of the source too, from 0.
    /// - Returns: `true` if a source failed, or its report could not be printed.
    func run<Report: Sendable>(
        _ sources: [Source], isOrdered: Bool = true, meter: Meter,
        work: @escaping @Sendable (Int, Source) async -> Result<Report, SourceFailure>,
        report: (Int, Source, Report) -> Void
    ) async -> Bool {
        let failed = await process(
            sources, isOrdered: isOrdered, meter: meter, work: work, report: report)
        // Unfinished files now belong to abandoned loads, such as those that timed out.
        scratch.close()
        return failed || !output.isIntact
    }

    /// Processes all sources, some at once; further files may be written afterwards.
    ///
    /// - Returns: `true` if a source failed.
    func process<Report: Sendable>(
        _ sources: [Source], isOrdered: Bool = true, meter: Meter,
        work: @escaping @Sendable (Int, Source) async -> Result<Report, SourceFailure>,
        report: (Int, Source, Report) -> Void
    ) async -> Bool {
        var failed = false
        await meter.running {
            let window = Window(
                of: sources.placed, atOnce: width(for: sources), isOrdered: isOrdered)
            await window.run { index, source in
                let result = await work(index, source)
                meter.finished(index)
                return result
            } each: { index, source, result in
                switch result {
                case .success(let value): report(index, source, value)
                case .failure(let failure):
                    failed = true
                    tell(failure, of: source, at: index)
                }
            }
        }
        failures.finish()
        return failed
    }

    /// Returns the number of sources processed at once.
    ///
    /// Each may hold a decoded picture that waits to be written. More than the processors need is
    /// only useful while waiting for a network.
    private func width(for sources: [Source]) -> Int {
        if let jobs = network.jobs { return jobs }
        let decoders = pipeline.decodeThreads
        return sources.contains { $0.kind == .url }
            ? min(max(8 * decoders, 16), 64) : 2 * decoders
    }
}
