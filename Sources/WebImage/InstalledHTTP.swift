#if HTTP
    import WebImageHTTP
    import WebImagePipeline

    /// What the trait HTTP brings.
    enum InstalledHTTP {
        /// The transport of the whole process; it is never shut down.
        static let transport: (any HTTPTransport)? = AsyncHTTPClientTransport.shared
        /// A transport of somebody's own.
        static func makeTransport() -> (any HTTPTransport)? { AsyncHTTPClientTransport() }
    }
#else
    import WebImagePipeline

    /// What the trait HTTP brings: nothing, it is off.
    enum InstalledHTTP {
        static let transport: (any HTTPTransport)? = nil
        static func makeTransport() -> (any HTTPTransport)? { nil }
    }
#endif
