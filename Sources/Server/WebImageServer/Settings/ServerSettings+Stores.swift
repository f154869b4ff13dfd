#if Server
    import WebImage
    import WebImageHTTP
    import WebImageRedis
    import WebImageURLs

    // The stores of other machines, as they are at the start.
    extension ServerSettings {
        /// The longest time to wait for a store at the start.
        private static let storeTimeout = Duration.seconds(2)

        /// Returns a line for each store that cannot be reached; the server runs without it meanwhile.
        func storeNotes() async -> [String] {
            async let shared = sharedStoreNote()
            async let objects = objectStoreNote()
            return await [shared, objects].compactMap(\.self)
        }

        private func sharedStoreNote() async -> String? {
            guard let redis, let reason = await redis.fault(within: Self.storeTimeout) else {
                return nil
            }
            return "the shared store \(redis) cannot be reached: \(reason)"
        }

        /// Asks the endpoint of S3 for anything: each response shows that it is there.
        private func objectStoreNote() async -> String? {
            guard let endpoint = sources.store?.endpoint else { return nil }
            var limits = LoadLimits()
            limits.connectTimeout = Self.storeTimeout
            limits.idleTimeout = Self.storeTimeout
            do {
                let exchange = HTTPExchange(url: endpoint, method: "HEAD", limits: limits)
                _ = try await CurlTransport(transportSettings).exchange(exchange)
                return nil
            } catch {
                let reason = (error as? LoadFailure)?.reason ?? "\(error)"
                return "the store \(endpoint.printable) cannot be reached: \(reason)"
            }
        }
    }
#endif
