#if Server
    import WebImage
    import WebImageHTTP
    import WebImageRedis
    import WebImageS3
    import WebImageURLs

    /// The store of sources `s3://bucket/key`.
    struct StoreSettings: Sendable {
        /// The address of the store; nil for AWS.
        let endpoint: String?
        private let settings: S3Settings
        private let environment: [String: String]

        /// Reads `S3_ENDPOINT`, `S3_REGION` and the style over the variables that programs of AWS
        /// have, of which credentials are read when they are needed.
        ///
        /// - Parameter isUsed: `true` if there is a store; by default if its endpoint or region is
        ///   set.
        init?(
            _ read: inout EnvironmentReader, pathStyle: String, isUsed: Bool? = nil
        ) throws(SettingFault) {
            environment = read.environment
            var settings = S3Settings(environment: environment)
            let hasEndpoint = try read(
                "S3_ENDPOINT", .text, &settings.endpoint, "Store of `s3://…`; AWS if none is set")
            let hasRegion = try read(
                "S3_REGION", .text, &settings.region, standard: "", "Its region")
            // Without a store any text passes.
            let isStore = isUsed ?? (hasEndpoint || hasRegion)
            let bool = SettingForm<Bool>.bool
            let style = SettingForm(bool.words) { isStore ? bool.read($0) : false }
            try read(pathStyle, style, &settings.usesPathStyle, "`false` for subdomains")
            guard isStore else { return nil }
            (self.settings, endpoint) = (settings, settings.endpoint)
            guard loader(over: CurlTransport.shared) != nil else {
                throw read.fault(
                    "S3_ENDPOINT",
                    expected: "an address such as https://minio.example:9000, and a region",
                    isSecret: endpoint?.contains("@") == true)
            }
        }

        /// Returns the loader of the store, which asks for credentials without a proxy.
        func loader(over transport: CurlTransport) -> S3Loader? {
            try? S3Loader(
                over: transport,
                credentials: .standard(over: CurlTransport(), environment: environment),
                settings: settings)
        }
    }

    // The stores of other machines, as they are at the start.
    extension ServerSettings {
        private static let storeTimeout = Duration.seconds(2)

        /// Returns a line for each store that cannot be reached; the server runs without it
        /// meanwhile.
        func storeNotes() async -> [String] {
            async let objects = objectStoreNote()
            var notes: [String] = []
            if let redis, let reason = await redis.fault(within: Self.storeTimeout) {
                notes.append("the shared store \(redis) cannot be reached: \(reason)")
            }
            return await notes + [objects].compactMap(\.self)
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
