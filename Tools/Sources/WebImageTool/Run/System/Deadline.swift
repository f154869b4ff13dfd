import WebImage

/// The end of the time for one source: for its load, and for what follows.
///
/// A load gets the time that is left as its own limit, and names the stage in which it ended.
struct Deadline: Sendable {
    /// The whole time; nil for no end.
    private let limit: Duration?
    private let end: ContinuousClock.Instant?

    /// - Parameter limit: The time from now on; nil for no end.
    init(_ limit: Duration?) {
        self.limit = limit
        end = limit.map { ContinuousClock.now + $0 }
    }

    /// Returns a request that may take no longer than the time that is left.
    func bounding(_ request: ImageRequest) -> ImageRequest {
        guard let limit, let end else { return request }
        var request = request
        let left = max(ContinuousClock.now.duration(to: end), .zero)
        // The first load has all of it, and its failure names the number that the user gave.
        let most = left > limit * 0.99 ? limit : .milliseconds(Int(left / .milliseconds(1)))
        request.timeout = min(request.timeout ?? most, most)
        return request
    }

    /// Runs a stage after the load, and cancels it at the end of the time.
    ///
    /// A library that cannot be interrupted is not waited for.
    ///
    /// - Throws: The failure of `work`, or the stage's for want of time.
    func run<Value: Sendable>(
        _ stage: String, _ work: @escaping @Sendable () async throws(SourceFailure) -> Value
    ) async throws(SourceFailure) -> Value {
        guard let limit, let end else { return try await work() }
        let (results, sink) = AsyncStream.makeStream(of: Result<Value, SourceFailure>.self)
        let task = Task {
            do throws(SourceFailure) {
                sink.yield(.success(try await work()))
            } catch {
                sink.yield(.failure(error))
            }
        }
        let timer = Task {
            guard (try? await Task.sleep(until: end)) != nil else { return }
            sink.yield(.failure(SourceFailure(timedOut: limit, in: stage)))
        }
        defer {
            task.cancel()
            timer.cancel()
        }
        for await result in results { return try result.get() }
        throw SourceFailure(stage: stage, reason: "cancelled")
    }
}

extension SourceFailure {
    /// The failure of a stage that the time-out ended.
    fileprivate init(timedOut limit: Duration, in stage: String) {
        self.init(stage: stage, reason: "not done within \(limit.spelling)")
    }
}
