#if Server
    import Synchronization
    import WebImageURLs

    /// The plan of a request once its address was read, for logs and spans.
    final class PlanRecord: Sendable {
        private let state = Mutex<ImagePlan?>(nil)

        /// The plan; nil for an address that was not read, and for a path of the server itself.
        var plan: ImagePlan? {
            get { state.withLock { $0 } }
            set { state.withLock { $0 = newValue } }
        }
    }
#endif
