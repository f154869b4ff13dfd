#if !canImport(FoundationNetworking)
    /// Properties of the platform's flow control.
    enum Pacing {
        /// A suspended task receives no more bytes and continues where it stopped.
        static let canSuspend = true
    }
#endif
