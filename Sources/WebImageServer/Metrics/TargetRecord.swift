#if Server
    import Synchronization

    /// The text of a request's target in logs and spans, once it was read.
    final class TargetRecord: Sendable {
        private let state = Mutex<String?>(nil)

        /// The text of the plan; nil for a target that was not read, and for a path of the server itself.
        var told: String? {
            get { state.withLock { $0 } }
            set { state.withLock { $0 = newValue } }
        }
    }
#endif
