#if HTTP && os(Linux)
    /// The reason that a command has no result, without any text of the peer.
    struct RedisFailure: Error, Hashable {
        static let noMemory = RedisFailure("there is no memory")
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
        private var end: ContinuousClock.Instant
        private let failure: RedisFailure

        init(_ time: Duration, for step: String) {
            end = .now + time
            failure = RedisFailure("\(step) takes longer than \(time)")
        }

        /// Adds the time that bytes may take which came or went: a second for 4 MB.
        mutating func extend(by byteCount: Int) { end += .nanoseconds(byteCount * 250) }

        /// Returns the remaining milliseconds, at least 1.
        ///
        /// - Throws: The failure of the step once its time is over.
        func milliseconds() throws(RedisFailure) -> Int32 {
            let left = ContinuousClock.now.duration(to: end) / .milliseconds(1)
            guard left > 0 else { throw failure }
            return Int32(min(left, 600_000)) + 1
        }
    }
#endif
