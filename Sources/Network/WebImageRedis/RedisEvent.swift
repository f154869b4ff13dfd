#if HTTP && os(Linux)
    /// A change of a shared store's state; its words have no secret, no key, and no text of the
    /// store.
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
#endif
