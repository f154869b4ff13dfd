#if !canImport(FoundationNetworking)
    /// How a task is made to wait for its reader.
    enum Pacing {
        /// A task that is suspended takes no more bytes and goes on where it was.
        static let canSuspend = true
    }
#endif
