import WebImage

/// One run of `prefetch`: loads the list's pictures into the cache, prints results and summary.
struct PrefetchJob: Sendable {
    let session: Session
    let path: String
    let options: ImageOptions
    let target: PrefetchTarget
    let check: PrefetchCheck
    let concurrency: Int
    let isQuiet: Bool

    /// Prefetches the list.
    ///
    /// - Returns: `true` if anything failed.
    func run() async throws(SourceFailure) -> Bool {
        let tally = PrefetchTally()
        let watch = StoreWatch()
        let file = try await session.files.run { [path] () throws(SourceFailure) in
            try LineFile.opened(path)
        }
        let listed =
            session.output.showsStatus && !isQuiet
            ? await session.files.run { [path] in URLList.count(in: path) } : nil
        let list = URLList(in: file, on: session.files) { [session] url in
            await session.request(url: url)
        } onBadLine: { [session] number, reason in
            tally.addBadLine(number, reason, in: session)
        }
        let batch = session.pipeline.prefetch(
            list, options: options, into: target, checking: check, concurrency: concurrency
        ) { request, outcome in
            report(request, outcome, tally)
            watch.count(outcome)
        }
        watch.watch(batch)
        Interruption.onEnd { [session, json = session.json, isQuiet] in
            session.failures.lastWords()
            if isQuiet { return }
            // What is under way is reported as cancelled.
            batch.cancel()
            let progress = batch.progress
            session.output.lastWords(
                json ? tally.json(progress).text : tally.lines(progress).joined(separator: "\n"),
                isResult: json)
        }
        let meter = PrefetchMeter(
            batch: batch, tally: tally, listed: listed, output: session.output)
        if isQuiet { await batch.end() } else { await meter.run() }
        session.failures.finish()
        if watch.hasEnded {
            session.output.message("webimage: stopped: the cache keeps nothing")
        }
        return finish(batch.progress, tally)
    }

    private func finish(_ progress: PrefetchProgress, _ tally: PrefetchTally) -> Bool {
        Interruption.onEnd(nil)
        // Unfinished files now belong to abandoned loads, such as those that timed out.
        session.scratch.close()
        if let failure = progress.sourceFailure {
            let reason = (failure as? SourceFailure)?.reason ?? "\(failure)"
            tally.add(FailureKind(stage: "list", reason: "not read to its end"))
            session.output.message("webimage: list: \(reason.onOneLine)")
        }
        if session.json {
            session.output.result(tally.json(progress).text)
        } else if !isQuiet {
            for line in tally.lines(progress) { session.output.result(line) }
        }
        return tally.hasFailures || !session.output.isIntact
    }

    private func report(
        _ request: ImageRequest, _ outcome: PrefetchOutcome, _ tally: PrefetchTally
    ) {
        guard case .url(let url) = request.source else { return }
        let line = request.attributes[ListLine.self]
        let source = Source(url, atLine: line)
        switch outcome {
        case .failed(let error):
            tally.add(error, of: source, line, in: session)
        case .done(let byteCount): print(source, line, "done", byteCount)
        case .skipped: print(source, line, "skipped", nil)
        default: break
        }
    }

    private func print(
        _ source: Source, _ line: Int, _ outcome: String, _ byteCount: Int?
    ) {
        guard session.json else { return }
        let report = JSONValue.object([
            ("source", .text(source.label)), ("line", .number(line)), ("outcome", .text(outcome)),
            ("bytes", byteCount.map { .number($0) } ?? .null),
        ])
        session.output.result(report.text)
    }
}
