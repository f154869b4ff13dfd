#if HTTP
    import AsyncHTTPClient
    import NIOPosix

    /// An `HTTPClient` that shuts down when its transport and its last transfer are released.
    ///
    /// AsyncHTTPClient ends the process if a client is released without a shutdown.
    final class OwnedClient: Sendable {
        let client: HTTPClient
        /// `true` if a tracer records spans of its requests.
        let isTraced: Bool

        /// Creates a client whose connections run on the event loop that first requests them.
        init(_ configuration: HTTPClient.Configuration) {
            var configuration = configuration
            // The client makes spans even for a tracer that does nothing, at some cost.
            if let tracer = configuration.tracing.tracer, "\(type(of: tracer))" == "NoOpTracer" {
                configuration.tracing.tracer = nil
            }
            isTraced = configuration.tracing.tracer != nil
            client = HTTPClient(
                eventLoopGroupProvider: .shared(MultiThreadedEventLoopGroup.singleton),
                configuration: configuration)
        }

        deinit {
            // The client retains itself until this completes; a second shutdown fails silently.
            _ = client.shutdown()
        }

        /// Closes all connections; running transfers fail.
        func shutdown() async { try? await client.shutdown() }
    }
#endif
