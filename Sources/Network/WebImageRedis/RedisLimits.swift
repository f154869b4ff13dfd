#if HTTP && os(Linux)
    /// The limits of a cache in a shared store.
    public struct RedisLimits: Hashable, Sendable {
        /// The most connections, and threads of a pipeline that wait for the store; at least 1.
        public var maxConnections = 16
        /// The longest time until a connection is ready, with the account.
        public var connectTimeout = Duration.milliseconds(200)
        /// The longest time to send a command; bytes that went add a second for each 4 MB.
        public var writeTimeout = Duration.milliseconds(250)
        /// The longest time from a command to the end of its reply; bytes that came add a second
        /// for each 4 MB.
        public var readTimeout = Duration.milliseconds(250)
        /// The time in which a store that failed is not asked; it doubles with each failure, to the
        /// upper bound.
        public var pauses = Duration.milliseconds(100)...Duration.seconds(30)
        /// The most bytes of an entry without its head; longer ones are not stored.
        public var maxEntryBytes = 8 << 20
        /// The lifetime of an entry without its own expiry, counted from storing; nil for ever.
        public var lifetime: Duration? = .seconds(7 * 86_400)

        /// Creates the documented limits.
        public init() {}
    }
#endif
