#if HTTP
    import AsyncHTTPClient
    import NIOPosix

    /// An `HTTPClient` that shuts itself down when its transport and its last transfer are gone.
    ///
    /// Without that the client would stop the process when it is dropped.
    final class OwnedClient: Sendable {
        let client: HTTPClient

        /// A client whose connections are on the loop of who asks for them first.
        init(_ configuration: HTTPClient.Configuration) {
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
