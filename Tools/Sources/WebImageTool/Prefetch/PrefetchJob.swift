import WebImage

/// One run of `prefetch`: loads the list's pictures into the cache, prints results and summary.
struct PrefetchJob: Sendable {
    let session: Session
    let path: String
    let options: ImageOptions
    let headers: HeaderFields
    let concurrency: Int

    /// Prefetches the list.
    ///
    /// - Returns: `true` if anything failed.
    func run() async throws(SourceFailure) -> Bool {
        let tally = PrefetchTally()
        let file = try await session.files.run { [path] () throws(SourceFailure) in
            try LineFile.opened(path)
        }
        let listed =
            session.output.showsStatus
            ? await session.files.run { [path] in URLList.count(in: path) } : nil
        let list = URLList(in: file, on: session.files) { [headers] url in
            ImageRequest(url, headers: headers)
        } onBadLine: { [output = session.output] number, reason in
            tally.addBadLine(reason)
            output.message("webimage: line \(number): list: \(reason)")
        }
        let batch = session.pipeline.prefetch(
            list, options: options, concurrency: concurrency
        ) { request, outcome in
            report(request, outcome, tally)
        }
        Interruption.onEnd { [output = session.output] in
            output.lastWords(tally.lines(batch.progress).joined(separator: "\n"))
        }
        await PrefetchMeter(batch: batch, tally: tally, listed: listed, output: session.output)
            .run()
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
            session.output.message(failure.line(for: source))
            if session.json { session.output.result(failure.json(for: source).text) }
        case .done(let byteCount): print(source, "done", byteCount)
        case .skipped: print(source, "skipped", nil)
        default: break
        }
    }

    private func print(_ source: Source, _ outcome: String, _ byteCount: Int?) {
        guard session.json else { return }
        let line = JSONValue.object([
            ("source", .text(source.text)), ("outcome", .text(outcome)),
            ("bytes", byteCount.map { .number($0) } ?? .null),
        ])
        session.output.result(line.text)
    }
}
