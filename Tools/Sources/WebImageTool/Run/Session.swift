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
        let scoped = Self.transport(options.network, servers)
        let transport: any HTTPTransport =
            asksOrigins ? scoped : DryTransport(identity: scoped.identity)
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
    func run<Report: Sendable>(
        _ feed: SourceFeed, isOrdered: Bool = true, meter: Meter,
        work: @escaping @Sendable (Int, Source) async -> Result<Report, SourceFailure>,
        report: (Int, Source, Report) -> Void
    ) async -> RunEnd {
        let end = await process(
            feed, isOrdered: isOrdered, meter: meter, work: work, report: report)
        // Unfinished files now belong to abandoned loads, such as those that timed out.
        scratch.close()
        return output.isIntact ? end : .incomplete
    }

    /// Processes all sources, some at once; further files may be written afterwards.
    func process<Report: Sendable>(
        _ feed: SourceFeed, isOrdered: Bool = true, meter: Meter,
        work: @escaping @Sendable (Int, Source) async -> Result<Report, SourceFailure>,
        report: (Int, Source, Report) -> Void
    ) async -> RunEnd {
        var failed = false
        var listFailure: SourceFailure?
        await meter.running {
            let window = Window(width: width, isOrdered: isOrdered, files: files)
            listFailure = await window.run(feed) { entry -> Result<Report, SourceFailure>? in
                guard let source = entry.source else { return nil }
                defer { meter.finished(entry.index) }
                return await work(entry.index, source)
            } each: { entry, result in
                switch (entry.content, result) {
                case (.source(let source), .success(let value)):
                    report(entry.index, source, value)
                case (.source(let source), .failure(let failure)):
                    failed = true
                    tell(failure, of: source, at: entry.index)
                case (.invalid(let failure), _):
                    failed = true
                    tell(failure, of: entry)
                case (.nothing(let reason), _):
                    if json { output.result(entry.json(skipped: reason).text) }
                case (.source, nil): break
                }
            }
        }
        failures.finish()
        if let listFailure { tell(listFailure, of: nil) }
        return listFailure != nil ? .incomplete : failed ? .failed : .done
    }

    /// Tells of an entry of a list that can be no source.
    private func tell(_ failure: SourceFailure, of entry: SourceEntry) {
        let line = "webimage: line \(entry.line ?? 0): \(failure.stage): \(failure.reason)"
        failures.tell(line, kind: FailureKind(stage: failure.stage, reason: failure.reason))
        guard json else { return }
        output.result(failure.json(for: nil, at: entry.index, line: entry.line).text)
    }

    /// The number of sources processed at once: of files, and with URLs among them.
    ///
    /// Each may hold a decoded picture that waits to be written. More than the processors need is
    /// only useful while waiting for a network.
    private var width: (files: Int, urls: Int) {
        if let jobs = network.jobs { return (jobs, jobs) }
        let decoders = pipeline.decodeThreads
        return (2 * decoders, min(max(8 * decoders, 16), 64))
    }
}
