#if HTTP
    import AsyncHTTPClient
    import NIOPosix

    /// An `HTTPClient` that shuts itself down when its transport and its last transfer are gone.
    ///
    /// Without that the client would stop the process when it is dropped.
    final class OwnedClient: Sendable {
        let client: HTTPClient
        /// Whether somebody is told of its requests as spans.
        let isTraced: Bool

        /// A client whose connections are on the loop of who asks for them first.
        init(_ configuration: HTTPClient.Configuration) {
            var configuration = configuration
            // A tracer that does nothing is given spans all the same, at some cost.
            if let tracer = configuration.tracing.tracer, "\(type(of: tracer))" == "NoOpTracer" {
                configuration.tracing.tracer = nil
            }
            isTraced = configuration.tracing.tracer != nil
            client = HTTPClient(
                eventLoopGroupProvider: .shared(MultiThreadedEventLoopGroup.singleton),
                configuration: configuration)
        }

        deinit {
            // The client keeps itself alive until this is done; a second one fails, unheard.
            _ = client.shutdown()
        }

        /// Closes all connections; transfers under way fail.
        func shutdown() async { try? await client.shutdown() }
    }
#endif
