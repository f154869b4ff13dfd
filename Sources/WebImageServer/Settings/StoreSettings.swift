#if Server
    import WebImage
    import WebImageHTTP
    import WebImageS3
    import WebImageURLs

    /// The store of sources `s3://bucket/key`.
    package struct StoreSettings: Sendable {
        /// The address of the store; nil for AWS.
        package let endpoint: String?
        private let settings: S3Settings
        private let environment: [String: String]

        /// Reads the variables of a store over those that programs of AWS have.
        ///
        /// - Parameters:
        ///   - variables: Those that settings are named in.
        ///   - endpoint: The name of the variable, as those of the region and the style.
        ///   - environment: All variables, of which credentials are read when they are needed.
        init(
            _ variables: EnvironmentReader, endpoint: String, region: String, pathStyle: String,
            _ environment: [String: String]
        ) throws(SettingFault) {
            var settings = S3Settings(environment: environment)
            settings.endpoint = variables.text(endpoint) ?? settings.endpoint
            settings.region = variables.text(region) ?? settings.region
            settings.usesPathStyle = try variables.boolean(pathStyle)
            (self.settings, self.environment) = (settings, environment)
            self.endpoint = settings.endpoint
            guard loader(over: CurlTransport.shared) != nil else {
                throw variables.fault(
                    endpoint,
                    expected: "an address such as https://minio.example:9000, and a region",
                    isSecret: self.endpoint?.contains("@") == true)
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
#endif
