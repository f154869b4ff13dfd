import WebImage

/// The report of `prefetch --dry-run`: the URLs of the list that would be loaded.
struct PrefetchPlan: Sendable {
    let session: Session
    let path: String
    /// `true` if pictures in the cache are left as they are.
    let resumes: Bool

    /// Reports each URL once; asks no origin.
    ///
    /// - Returns: `true` if a line is invalid, or a report could not be printed.
    func run() async throws(SourceFailure) -> Bool {
        let tally = PrefetchTally()
        let file = try await session.files.run { [path] () throws(SourceFailure) in
            try LineFile.opened(path)
        }
        let list = URLList(in: file, on: session.files) { [session] url in
            session.request(url: url)
        } onBadLine: { [session] number, reason in
            tally.addBadLine(reason)
            session.failures.tell(
                "webimage: line \(number): list: \(reason)",
                kind: FailureKind(stage: "list", reason: reason))
        }
        defer { session.failures.finish() }
        var lines = list.makeAsyncIterator()
        var seen: Set<String> = []
        while let request = try await lines.next() {
            guard case .url(let url) = request.source, seen.insert(url).inserted else { continue }
            await report(Source(url), request)
        }
        return tally.hasFailures || !session.output.isIntact
    }

    private func report(_ source: Source, _ request: ImageRequest) async {
        let places = try? await session.pipeline.cachePlaces(of: request)
        let isCached = places?.contains(.disk) == true
        let action = isCached ? resumes ? "skip" : "refresh" : "load"
        if session.json {
            let report = JSONValue.object([
                ("source", .text(source.label)),
                ("line", .number(request.attributes[ListLine.self])), ("action", .text(action)),
            ])
            session.output.result(report.text)
        } else {
            let words =
                isCached ? "in the cache" + (resumes ? "" : ", asked for anew") : "not in the cache"
            session.output.result("\(source.display): \(words)")
        }
    }
}
