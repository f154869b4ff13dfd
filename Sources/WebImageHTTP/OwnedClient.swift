#if HTTP
    import AsyncHTTPClient
    import NIOCore

    /// An `HTTPClient` that shuts itself down when its transport and its last transfer are gone.
    ///
    /// Without that the client would stop the process when it is dropped.
    final class OwnedClient: Sendable {
        let client: HTTPClient

        /// A client all of whose connections are on one loop.
        init(_ configuration: HTTPClient.Configuration, on loop: any EventLoop) {
            client = HTTPClient(
                eventLoopGroupProvider: .shared(loop), configuration: configuration)
        }

        deinit {
            // The client keeps itself alive until this is done; a second one fails, unheard.
            _ = client.shutdown()
        }

        /// Closes all connections; transfers under way fail.
        func shutdown() async { try? await client.shutdown() }
    }
#endif
