import WebImage

/// The report of `prefetch --dry-run`: the URLs of the list that would be loaded.
struct PrefetchPlan: Sendable {
    let session: Session
    let path: String
    /// `true` if pictures in the cache are left as they are.
    let resumes: Bool

    /// Reports each URL once; asks no origin.
    ///
    /// - Returns: `true` if a line or a URL is invalid, or a report could not be printed.
    func run() async throws(SourceFailure) -> Bool {
        let tally = PrefetchTally()
        let file = try await session.files.run { [path] () throws(SourceFailure) in
            try LineFile.opened(path)
        }
        let list = URLList(in: file, on: session.files) { [session] url in
            await session.request(url: url)
        } onBadLine: { [session] number, reason in
            tally.addBadLine(number, reason, in: session)
        }
        defer { session.failures.finish() }
        var lines = list.makeAsyncIterator()
        var seen: Set<CacheKey> = []
        while let request = try await lines.next() {
            guard case .url(let url) = request.source else { continue }
            let key = try? await session.pipeline.cacheKeys(for: request).data
            if let key, !seen.insert(key).inserted { continue }
            let line = request.attributes[ListLine.self]
            let source = Source(url, atLine: line)
            do throws(ImageError) {
                report(try await step(for: request), source, line)
            } catch {
                tally.add(error, of: source, line, in: session)
            }
        }
        return tally.hasFailures || !session.output.isIntact
    }

    /// Returns the step of `prefetch` for a picture: loads it as far as no origin is asked.
    private func step(for request: ImageRequest) async throws(ImageError) -> Step {
        var request = request
        request.cachePolicy = resumes ? .normal : .refresh
        request.staleIfError = .zero
        var isAnswered = true
        do throws(ImageError) {
            _ = try await session.pipeline.data(for: request)
        } catch {
            guard case .load(let failure) = error, failure.kind == .other else { throw error }
            isAnswered = false
        }
        guard try await session.pipeline.cachePlaces(of: request).contains(.disk) else {
            return .load
        }
        // A fresh entry stands in for the origin that is not asked.
        return resumes ? isAnswered ? .skip : .confirm : .refresh
    }

    private func report(_ step: Step, _ source: Source, _ line: Int) {
        guard session.json else {
            return session.output.result("\(source.display): \(step.rawValue)")
        }
        let report = JSONValue.object([
            ("source", .text(source.label)), ("line", .number(line)),
            ("action", .text(step.action)),
        ])
        session.output.result(report.text)
    }

    /// A step of `prefetch`, in words.
    private enum Step: String {
        case load = "not in the cache"
        case refresh = "in the cache, asked for anew"
        case confirm = "in the cache, but stale, asked for anew"
        case skip = "in the cache"

        /// The word for `--json`.
        var action: String {
            switch self {
            case .load: "load"
            case .refresh, .confirm: "refresh"
            case .skip: "skip"
            }
        }
    }
}

/// The transport of a dry run, which asks no origin.
struct DryTransport: HTTPTransport {
    /// That of the transport of the run, under whose keys the cache is looked into.
    var identity: String?

    func exchange(_ request: HTTPExchange) async throws -> LoadedBody {
        throw LoadFailure(.other, "a dry run asks no origin")
    }

    func shutdown() async {}
}
