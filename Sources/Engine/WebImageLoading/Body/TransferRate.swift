import WebImageCaching
import WebImageCoding

/// The average rate of a body over windows of waiting time: a pure state machine.
struct TransferRate: Sendable {
    private let least: Int
    private let window: Duration
    private let longestWait: Duration
    private var byteCount = 0
    private var waited = Duration.zero

    /// Creates the rate of these limits; `nil` without a least rate.
    init?(_ limits: LoadLimits) {
        guard limits.minimumTransferRate > 0 else { return nil }
        least = limits.minimumTransferRate
        window = limits.transferRateWindow
        longestWait = limits.idleTimeout
    }

    /// Counts bytes and the time that the load waited for them.
    ///
    /// The time counts up to the idle time-out: the transport ends a longer silence, so the rest is
    /// time in which the machine slept.
    ///
    /// - Returns: The failure of a window that was too slow.
    mutating func add(_ count: Int, after wait: Duration, of response: ResponseHead) -> LoadFailure?
    {
        byteCount += count
        waited += min(wait, longestWait)
        guard waited >= window else { return nil }
        let rate = Double(byteCount) / (waited / .seconds(1))
        guard rate >= Double(least) else { return failure(Int(rate), response) }
        byteCount = 0
        waited = .zero
        return nil
    }

    private func failure(_ rate: Int, _ response: ResponseHead) -> LoadFailure {
        let subject = (try? HTTPAddress(response.url))?.description ?? "the URL"
        return LoadFailure(
            .timedOut,
            "\(subject): \(rate) bytes/s over \(window.spelling), the minimum is \(least)",
            head: response)
    }
}

extension LoadedBody {
    /// Returns the response with a body that fails as soon as it is slower than the least rate.
    ///
    /// Only bodies from the network are measured. Silence produces no chunk, and the idle time-out
    /// of the transport ends it: a look at each chunk suffices, without a timer.
    func atLeast(
        _ limits: LoadLimits, time: @escaping @Sendable () -> ContinuousClock.Instant
    ) -> LoadedBody {
        guard origin == .network, let rate = TransferRate(limits) else { return self }
        var response = self
        response.chunks = BodyStream { [chunks, head] in
            var rate = rate
            var chunks: BodyStream.Iterator? = chunks.makeAsyncIterator()
            return {
                let start = time()
                guard let chunk = try await chunks?.next() else { return nil }
                let wait = start.duration(to: time())
                guard let failure = rate.add(chunk.count, after: wait, of: head) else {
                    return chunk
                }
                chunks = nil
                throw failure
            }
        }
        return response
    }
}
