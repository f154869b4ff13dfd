#if HTTP && os(Linux)
    import WebImageHTTP
    import WebImagePipeline

    /// The transports of the trait HTTP.
    enum InstalledHTTP {
        /// The transport of the whole process; it is never shut down.
        static let transport: (any HTTPTransport)? = CurlTransport.shared
        /// Returns a new transport, which the caller has to shut down.
        static func makeTransport() -> (any HTTPTransport)? { CurlTransport() }
    }
#elseif HTTP
    import WebImagePipeline
    import WebImageURLSession

    /// The transports of the trait HTTP.
    enum InstalledHTTP {
        /// The transport of the whole process; it is never shut down.
        static let transport: (any HTTPTransport)? = URLSessionTransport()
        /// Returns a new transport, which the caller has to shut down.
        static func makeTransport() -> (any HTTPTransport)? { URLSessionTransport() }
    }
#else
    import WebImagePipeline

    /// The transports of the trait HTTP: none, it is off.
    enum InstalledHTTP {
        static let transport: (any HTTPTransport)? = nil
        static func makeTransport() -> (any HTTPTransport)? { nil }
    }
#endif
