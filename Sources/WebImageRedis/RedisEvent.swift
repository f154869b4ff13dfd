/// A change of a shared store's state; its words have no secret, no key, and no text of the store.
public enum RedisEvent: Hashable, Sendable {
    /// A command failed, which is a miss; nothing is asked for that time.
    case paused(reason: String, Duration)
    /// The store refused an entry, such as for lack of memory; none is stored for that time.
    case full(reason: String, Duration)
    /// The store answers again.
    case resumed
}

extension RedisEvent: CustomStringConvertible {
    /// The change in words.
    public var description: String {
        switch self {
        case .paused(let reason, let time):
            "the shared store failed, it is not asked for \(time): \(reason)"
        case .full(let reason, let time):
            "the shared store takes no entries, none is sent for \(time): \(reason)"
        case .resumed: "the shared store answers again"
        }
    }
}

/// The reason that a command has no result, without any text of the peer.
struct RedisFailure: Error, Hashable {
    var words: String
    /// `true` if the peer closed the connection, as one does that was idle for long.
    var isClosed = false
    /// `true` if the store refuses entries only.
    var isOfStores = false

    init(_ words: String, isClosed: Bool = false) {
        (self.words, self.isClosed) = (words, isClosed)
    }

    /// The failure of an error reply, by its first word.
    init(refusal word: String) {
        words = "the store answers \(word)"
        isOfStores = ["OOM", "MISCONF", "READONLY", "NOREPLICAS"].contains(word)
    }
}

/// The end of the time for a step.
struct Deadline {
    private let end: ContinuousClock.Instant
    private let failure: RedisFailure

    init(_ time: Duration, for step: String) {
        end = .now + time
        failure = RedisFailure("\(step) takes longer than \(time)")
    }

    /// Returns the remaining milliseconds, at least 1.
    ///
    /// - Throws: The failure of the step once its time is over.
    func milliseconds() throws(RedisFailure) -> Int32 {
        let left = ContinuousClock.now.duration(to: end) / .milliseconds(1)
        guard left > 0 else { throw failure }
        return Int32(min(left, 600_000)) + 1
    }
}
