#if canImport(FoundationNetworking)
    /// Properties of the platform's flow control.
    enum Pacing {
        /// Suspending removes the transfer from its connection, and resuming sends the request
        /// again.
        static let canSuspend = false
    }
#endif
