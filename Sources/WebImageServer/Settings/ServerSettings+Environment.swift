#if Server
    import FoundationEssentials
    import WebImage
    import WebImageHTTP
    public import WebImageURLs

    extension ServerSettings {
        /// Creates settings of imgproxy's variables (`IMGPROXY_…`), with imgproxy's values for those unset.
        ///
        /// Those of addresses, such as keys and presets, belong to the grammar.
        ///
        /// - Parameter environment: The names and values of all variables.
        /// - Throws: The first variable that cannot be read.
        public init(imgproxyEnvironment environment: [String: String]) throws(SettingFault) {
            self.init()
            let variables = EnvironmentReader(environment, prefix: "IMGPROXY_")
            (host, port, workers, queueLength) = ("0.0.0.0", 8_080, 0, nil)
            answers = .imgproxy
            encoding = EncodingSettings()
            encoding.leastAVIFSide = 16
            bounds.maxFrames = 1
            boundNames.pixels = "IMGPROXY_MAX_SRC_RESOLUTION"
            boundNames.bytes = "IMGPROXY_MAX_SRC_FILE_SIZE"
            sources.allowsPrivate = true
            sources.maxRedirects = 10
            try readAddress(variables, environment)
            try readTimes(variables)
            try readLoad(variables)
            try readAnswers(variables)
            try readSources(variables, environment)
            try readBounds(variables)
            try readEncoding(variables)
            try readPictures(variables)
        }

        private mutating func readAddress(
            _ variables: EnvironmentReader, _ environment: [String: String]
        ) throws(SettingFault) {
            if let text = variables.text("BIND") {
                guard let address = Self.address(text) else {
                    throw variables.fault(
                        "BIND", expected: "an address such as 127.0.0.1:8080 or :8080")
                }
                (host, port) = address
            } else if let text = environment["PORT"], let number = Int(text), 0...65_535 ~= number {
                port = number
            }
            if let network = variables.text("NETWORK"), !["tcp", "tcp4", "tcp6"].contains(network) {
                throw variables.fault("NETWORK", expected: "tcp")
            }
            pathPrefix = variables.text("PATH_PREFIX") ?? ""
            healthPath = variables.text("HEALTH_CHECK_PATH")
            if let text = variables.text("PROMETHEUS_BIND") {
                guard let address = Self.address(text), address != (host, port) else {
                    throw variables.fault(
                        "PROMETHEUS_BIND", expected: "an address other than that of BIND")
                }
                metricsAddress = address
            }
            metricsNamespace = variables.text("PROMETHEUS_NAMESPACE") ?? ""
        }

        /// Reads `host:port` or `:port`, with the host of IPv6 in brackets; nil for another form.
        public static func address(_ text: String) -> (host: String, port: Int)? {
            guard let colon = text.lastIndex(of: ":"),
                let port = Int(text[text.index(after: colon)...]),
                0...65_535 ~= port
            else { return nil }
            var host = text[..<colon]
            if host.hasPrefix("["), host.hasSuffix("]") { host = host.dropFirst().dropLast() }
            return (host.isEmpty ? "0.0.0.0" : String(host), port)
        }

        private mutating func readTimes(_ variables: EnvironmentReader) throws(SettingFault) {
            try variables.readSeconds("TIMEOUT", into: &timeout)
            try variables.readSeconds("DOWNLOAD_TIMEOUT", into: &downloadTimeout)
            try variables.readSeconds("READ_REQUEST_TIMEOUT", into: &readTimeout)
            var idle = readTimeout
            try variables.readSeconds("KEEP_ALIVE_TIMEOUT", from: 0, into: &idle)
            idleTimeout = idle > .zero ? idle : readTimeout
            try variables.readSeconds("WRITE_RESPONSE_TIMEOUT", into: &writeTimeout)
            var unused = Duration.zero
            try variables.readSeconds("CLIENT_KEEP_ALIVE_TIMEOUT", from: 0, into: &unused)
            try variables.readSeconds("GRACEFUL_STOP_TIMEOUT", from: 0, into: &graceTimeout)
        }

        private mutating func readLoad(_ variables: EnvironmentReader) throws(SettingFault) {
            if variables.text("WORKERS") != nil {
                try variables.read("WORKERS", 1...100_000, into: &workers)
            }
            var length = 0
            try variables.read("REQUESTS_QUEUE_SIZE", 0...1_000_000, into: &length)
            queueLength = length == 0 ? nil : length
            queueHasLoads = length > 0
            try variables.read("MAX_CLIENTS", 0...1_000_000, into: &maxConnections)
            if maxConnections == 0 { maxConnections = 1_000_000 }
            secret = variables.text("SECRET")
            allowedOrigin = variables.text("ALLOW_ORIGIN")
        }

        private mutating func readAnswers(_ variables: EnvironmentReader) throws(SettingFault) {
            try variables.read("TTL", 0...Int(Int32.max), into: &answers.lifetime)
            try variables.read("CACHE_CONTROL_PASSTHROUGH", into: &answers.passesCacheControl)
            try variables.read("USE_ETAG", into: &answers.tellsTags)
            answers.tagBuster = variables.text("ETAG_BUSTER")
            try variables.read("USE_LAST_MODIFIED", into: &answers.tellsDates)
            if let text = variables.text("LAST_MODIFIED_BUSTER") {
                guard let date = try? Date(text, strategy: .iso8601) else {
                    throw variables.fault(
                        "LAST_MODIFIED_BUSTER", expected: "a time such as 2026-11-28T12:00:00Z")
                }
                answers.dateBuster = date
            }
            try variables.read("ENABLE_DEBUG_HEADERS", into: &tellsSizes)
            try variables.read("SET_CANONICAL_HEADER", into: &namesSource)
            try variables.read("DEVELOPMENT_ERRORS_MODE", into: &answers.tellsReasons)
        }

        private mutating func readSources(
            _ variables: EnvironmentReader, _ environment: [String: String]
        ) throws(SettingFault) {
            try variables.read("ALLOW_LOOPBACK_SOURCE_ADDRESSES", into: &sources.allowsLoopback)
            try variables.read("ALLOW_LINK_LOCAL_SOURCE_ADDRESSES", into: &sources.allowsLinkLocal)
            try variables.read("ALLOW_PRIVATE_SOURCE_ADDRESSES", into: &sources.allowsPrivate)
            try variables.read("MAX_REDIRECTS", 0...1_000, into: &sources.maxRedirects)
            // So many requests are permitted, the first one included.
            sources.maxRedirects = max(0, sources.maxRedirects - 1)
            try variables.read("IGNORE_SSL_VERIFICATION", into: &sources.trustsAnyCertificate)
            let version = HTTPSettings.standardUserAgent.drop { $0 != "/" }.dropFirst()
            sources.userAgent = (variables.text("USER_AGENT") ?? "imgproxy/%current_version")
                .replacing("%current_version", with: version)
            if let root = variables.text("LOCAL_FILESYSTEM_ROOT") {
                guard LocalFiles.isFolder(root) else {
                    throw variables.fault("LOCAL_FILESYSTEM_ROOT", expected: "the path of a folder")
                }
                sources.localRoot = root
            }
            var usesStore = false
            try variables.read("USE_S3", into: &usesStore)
            if usesStore {
                sources.store = try StoreSettings(
                    variables, endpoint: "S3_ENDPOINT", region: "S3_REGION",
                    pathStyle: "S3_ENDPOINT_USE_PATH_STYLE", environment)
            }
            if let mark = environment["IMGPROXY_SOURCE_URL_QUERY_SEPARATOR"] {
                sources.localQueryMark = mark.trimmingSpaces
            }
            var (passes, passesAll) = (false, false)
            try variables.read("COOKIE_PASSTHROUGH", into: &passes)
            try variables.read("COOKIE_PASSTHROUGH_ALL", into: &passesAll)
            if passes {
                sources.cookies = passesAll ? .all : .sameOrigin(variables.text("COOKIE_BASE_URL"))
            }
        }

        private mutating func readBounds(_ variables: EnvironmentReader) throws(SettingFault) {
            try variables.readPixels("MAX_SRC_RESOLUTION", from: 1e-6, into: &bounds.maxPixels)
            try variables.readPixels(
                "MAX_ANIMATION_FRAME_RESOLUTION", from: 0, into: &bounds.maxFramePixels)
            try variables.read("MAX_SRC_FILE_SIZE", 0...Int.max, into: &bounds.maxSourceBytes)
            try variables.read("MAX_ANIMATION_FRAMES", 1...1_000_000, into: &bounds.maxFrames)
            try variables.read("MAX_RESULT_DIMENSION", 0...1 << 24, into: &bounds.maxResultSide)
        }
    }
#endif
