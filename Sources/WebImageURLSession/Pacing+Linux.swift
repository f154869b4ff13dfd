#if canImport(FoundationNetworking)
    /// How a task is made to wait for its reader.
    enum Pacing {
        /// Suspending takes the transfer off its connection, and resuming sends the request again.
        static let canSuspend = false
    }
#endif
