import WebImage

/// One run of `prefetch`: loads the list's pictures into the cache, prints results and summary.
struct PrefetchJob: Sendable {
    let session: Session
    let path: String
    let options: ImageOptions
    let headers: @Sendable (String) -> HeaderFields
    let concurrency: Int

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
            session.output.showsStatus
            ? await session.files.run { [path] in URLList.count(in: path) } : nil
        let list = URLList(in: file, on: session.files) { [headers] url in
            ImageRequest(url, headers: headers(url))
        } onBadLine: { [output = session.output] number, reason in
            tally.addBadLine(reason)
            output.message("webimage: line \(number): list: \(reason)")
        }
        let batch = session.pipeline.prefetch(
            list, options: options, concurrency: concurrency
        ) { request, outcome in
            watch.count(outcome)
            report(request, outcome, tally)
        }
        watch.watch(batch)
        Interruption.onEnd { [output = session.output, json = session.json] in
            // What is under way is told as cancelled.
            batch.cancel()
            let progress = batch.progress
            output.lastWords(
                json ? tally.json(progress).text : tally.lines(progress).joined(separator: "\n"),
                isResult: json)
        }
        await PrefetchMeter(batch: batch, tally: tally, listed: listed, output: session.output)
            .run()
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
        } else {
            for line in tally.lines(progress) { session.output.result(line) }
        }
        return tally.hasFailures || !session.output.isIntact
    }

    private func report(
        _ request: ImageRequest, _ outcome: PrefetchOutcome, _ tally: PrefetchTally
    ) {
        guard case .url(let url) = request.source else { return }
        let source = Source(url)
        switch outcome {
        case .failed(let error):
            tally.add(FailureKind(error))
            let failure = SourceFailure(error)
            session.failures.tell(failure, of: source)
            if session.json { session.output.result(failure.json(for: source).text) }
        case .done(let byteCount): print(source, "done", byteCount)
        case .skipped: print(source, "skipped", nil)
        default: break
        }
    }

    private func print(_ source: Source, _ outcome: String, _ byteCount: Int?) {
        guard session.json else { return }
        let line = JSONValue.object([
            ("source", .text(source.label)), ("outcome", .text(outcome)),
            ("bytes", byteCount.map { .number($0) } ?? .null),
        ])
        session.output.result(line.text)
    }
}
