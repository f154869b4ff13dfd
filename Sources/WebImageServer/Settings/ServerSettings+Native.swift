#if Server
    import NIOSSL
    import WebImage
    import WebImageRedis
    import WebImageSandbox
    public import WebImageURLs

    extension ServerSettings {
        /// Reads the variables of this library (`WEBIMAGE_…`) over the present values.
        ///
        /// `BIND`, `TLS_CERTIFICATE`, `TLS_KEY`, `PATH_PREFIX`, `HEALTH_CHECK_PATH`, `TIMEOUT`,
        /// `DOWNLOAD_TIMEOUT`, `IDLE_TIMEOUT`,
        /// `READ_TIMEOUT`, `WRITE_TIMEOUT`, `GRACE_TIMEOUT`, `DRAIN_TIME`, `WORKERS`, `MAX_LOADS`, `QUEUE`, `MAX_CONNECTIONS`,
        /// `MAX_CLIENT_CONNECTIONS`, `TRUSTED_PROXIES`, `SECRET`, `ALLOW_ORIGIN`, `SOURCE_KEY_FIELD`, `CACHE`, `CACHE_BYTES`,
        /// `FALLBACK`, `FALLBACK_STATUS`, `FALLBACK_MAX_AGE`, `REDIS`, `MEMORY_BYTES`, `WORK_BYTES`, `SANDBOX`, `ISOLATION`, `PAGE`, `LOG`, `METRICS_BIND`,
        /// `METRICS_NAMESPACE`, `ALLOW_LOOPBACK`, `ALLOW_PRIVATE`, `LOCAL_ROOT`, `S3_ENDPOINT`, `S3_REGION`, `S3_PATH_STYLE`, `QUALITY`,
        /// `FORMAT_QUALITY`, `MAX_PIXELS`, `MAX_SOURCE_BYTES`, `MAX_RESULT_SIDE`. Variables of these names and of
        /// those of imgproxy and thumbor that have no effect are told at the start.
        ///
        /// - Throws: The first variable that cannot be read.
        public mutating func read(
            environment: [String: String]
        ) throws(SettingFault) {
            let variables = EnvironmentReader(environment, prefix: "WEBIMAGE_")
            if let text = variables.text("BIND") {
                guard let address = Self.address(text) else {
                    throw variables.fault("BIND", expected: "an address such as 127.0.0.1:8080")
                }
                (host, port) = address
            }
            if let text = variables.text("METRICS_BIND") {
                guard let address = Self.address(text), address != (host, port) else {
                    throw variables.fault(
                        "METRICS_BIND", expected: "an address other than that of BIND")
                }
                metricsAddress = address
            }
            try readTLS(variables)
            metricsNamespace = variables.text("METRICS_NAMESPACE") ?? metricsNamespace
            if let prefix = variables.text("PATH_PREFIX") {
                guard prefix.hasPrefix("/"), !prefix.hasSuffix("/") else {
                    throw variables.fault("PATH_PREFIX", expected: "a path such as /images")
                }
                pathPrefix = prefix
            }
            healthPath = variables.text("HEALTH_CHECK_PATH") ?? healthPath
            secret = variables.text("SECRET") ?? secret
            try readFields(variables)
            try readFallback(native: variables)
            cacheFolder = variables.text("CACHE") ?? cacheFolder
            if cacheFolder == "none" { cacheFolder = nil }
            try readRedis(variables)
            try readLoad(native: variables)
            try readProxies(variables, environment)
            try readSources(native: variables, environment)
            ignoredVariables += KnownVariables.notes(on: environment, answers.manner)
        }

        private mutating func readRedis(_ variables: EnvironmentReader) throws(SettingFault) {
            let roots = variables.text("REDIS_CA_FILE")
            if let text = variables.text("REDIS") {
                redis = RedisAddress(text, trustRoots: roots)
                let form = "redis://user:password@host:port/database, or rediss://…"
                if redis == nil { throw variables.fault("REDIS", expected: form, isSecret: true) }
            }
            let certificates = roots.map { (try? NIOSSLCertificate.fromPEMFile($0)) ?? [] }
            if let certificates, redis?.isSecure != true || certificates.isEmpty {
                throw variables.fault(
                    "REDIS_CA_FILE", expected: "a file of certificates in PEM, for rediss://…")
            }
        }

        private mutating func readFields(_ variables: EnvironmentReader) throws(SettingFault) {
            allowedOrigin = variables.text("ALLOW_ORIGIN") ?? allowedOrigin
            if let name = variables.text("SOURCE_KEY_FIELD") {
                guard name.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") })
                else {
                    throw variables.fault(
                        "SOURCE_KEY_FIELD", expected: "the name of a field such as Surrogate-Key")
                }
                sourceKeyField = name
            }
        }

        /// Reads `FALLBACK`, an address or a path, `FALLBACK_STATUS` and `FALLBACK_MAX_AGE`.
        private mutating func readFallback(native variables: EnvironmentReader) throws(SettingFault)
        {
            let picture = variables.text("FALLBACK").map { text -> StoredPicture in
                text.contains("://") ? .url(text) : .path(text)
            }
            try readFallback(
                variables, picture, status: "FALLBACK_STATUS", lifetime: "FALLBACK_MAX_AGE")
        }

        private mutating func readTLS(_ variables: EnvironmentReader) throws(SettingFault) {
            switch (variables.text("TLS_CERTIFICATE"), variables.text("TLS_KEY")) {
            case (nil, nil): break
            case (let certificate, let key):
                let files = TLSFiles(certificate: certificate ?? "", key: key ?? "")
                guard (try? files.configuration()) != nil else {
                    throw variables.fault(
                        "TLS_CERTIFICATE",
                        expected: "with TLS_KEY the files of a certificate and its key in PEM")
                }
                tls = files
            }
        }

        private mutating func readLoad(native variables: EnvironmentReader) throws(SettingFault) {
            try variables.readSeconds("TIMEOUT", into: &timeout)
            try variables.readSeconds("DOWNLOAD_TIMEOUT", into: &downloadTimeout)
            try variables.readSeconds("IDLE_TIMEOUT", into: &idleTimeout)
            try variables.readSeconds("READ_TIMEOUT", into: &readTimeout)
            try variables.readSeconds("WRITE_TIMEOUT", into: &writeTimeout)
            try variables.readSeconds("GRACE_TIMEOUT", into: &graceTimeout)
            try variables.readSeconds("DRAIN_TIME", from: 0, into: &drainTime)
            try variables.read("WORKERS", 1...100_000, into: &workers)
            if let length = try variables.integer("QUEUE", in: 0...1_000_000) {
                (queueLength, queueHasLoads) = (length, false)
            }
            try variables.read("MAX_LOADS", 1...100_000, into: &maxLoads)
            try variables.read("MAX_CONNECTIONS", 1...1_000_000, into: &maxConnections)
            try variables.read(
                "MAX_CLIENT_CONNECTIONS", 1...1_000_000, into: &maxClientConnections)
            try variables.read("CACHE_BYTES", 1...Int.max, into: &cacheByteCount)
            try variables.read("MEMORY_BYTES", 0...Int.max, into: &memoryByteCount)
            if let count = try variables.integer("WORK_BYTES", in: 1 << 20...Int.max) {
                workByteCount = count
            }
            try variables.read("SANDBOX", into: &isSandboxed)
            try readIsolation(variables)
            try variables.read("PAGE", into: &showsPage)
            try variables.read("LOG", into: &logsRequests)
        }

        private mutating func readIsolation(_ variables: EnvironmentReader) throws(SettingFault) {
            switch variables.text("ISOLATION") {
            case nil: break
            case "source": isolation = .perSource
            case "shared": isolation = .shared
            default: throw variables.fault("ISOLATION", expected: "source or shared")
            }
        }

        /// Reads addresses and ranges between commas; `none` and nothing for no proxy.
        private mutating func readProxies(
            _ variables: EnvironmentReader, _ environment: [String: String]
        ) throws(SettingFault) {
            let name = "\(variables.prefix)TRUSTED_PROXIES"
            guard environment[name] != nil else { return }
            let text = variables.text("TRUSTED_PROXIES") ?? "none"
            let parts =
                text == "none" ? [] : text.split(separator: ",", omittingEmptySubsequences: false)
            let ranges = parts.map { AddressRange($0.trimmingSpaces) }
            guard !ranges.contains(nil) else {
                throw variables.fault(
                    "TRUSTED_PROXIES",
                    expected: "addresses and ranges such as 10.0.0.0/8, or none")
            }
            trustedProxies = ranges.compactMap(\.self)
        }

        private mutating func readSources(
            native variables: EnvironmentReader, _ environment: [String: String]
        ) throws(SettingFault) {
            try variables.read("ALLOW_LOOPBACK", into: &sources.allowsLoopback)
            try variables.read("ALLOW_PRIVATE", into: &sources.allowsPrivate)
            if let root = variables.text("LOCAL_ROOT") {
                guard LocalFiles.isFolder(root) else {
                    throw variables.fault("LOCAL_ROOT", expected: "the path of a folder")
                }
                sources.localRoot = root
            }
            if variables.text("S3_ENDPOINT") != nil || variables.text("S3_REGION") != nil {
                sources.store = try StoreSettings(
                    variables, endpoint: "S3_ENDPOINT", region: "S3_REGION",
                    pathStyle: "S3_PATH_STYLE", environment)
            }
            try variables.read("QUALITY", 1...100, into: &encoding.quality)
            for (format, quality) in try variables.qualities("FORMAT_QUALITY") ?? [:] {
                encoding.formatQualities[format] = quality
            }
            try variables.read("MAX_PIXELS", 1...1_000_000_000_000, into: &bounds.maxPixels)
            try variables.read("MAX_SOURCE_BYTES", 0...Int.max, into: &bounds.maxSourceBytes)
            let own = BoundNames()
            if variables.text("MAX_PIXELS") != nil { boundNames.pixels = own.pixels }
            if variables.text("MAX_SOURCE_BYTES") != nil { boundNames.bytes = own.bytes }
            try variables.read("MAX_RESULT_SIDE", 0...1 << 24, into: &bounds.maxResultSide)
        }

        /// Creates settings of thumbor's variables (`THUMBOR_…`), with thumbor's values for those unset.
        ///
        /// - Throws: The first variable that cannot be read.
        public init(thumborEnvironment environment: [String: String]) throws(SettingFault) {
            self.init()
            let variables = EnvironmentReader(environment, prefix: "THUMBOR_")
            healthPath = "/healthcheck"
            (port, answers, encoding, turnsUpright) = (8_888, .thumbor, EncodingSettings(), false)
            encoding.preferred = [.jpeg, .png, .gif, .webp, .avif]
            bounds.maxPixels = 75_000_000
            boundNames.pixels = "\(variables.prefix)MAX_PIXELS"
            try variables.read("MAX_AGE", 0...Int(Int32.max), into: &answers.lifetime)
            try variables.read("QUALITY", 1...100, into: &encoding.quality)
            var (webP, avif, redirects) = (false, false, true)
            try variables.read("AUTO_AVIF", into: &avif)
            try variables.read("AUTO_WEBP", into: &webP)
            encoding.automatic = (avif ? [.avif] : []) + (webP ? [.webp] : [])
            try variables.read("HTTP_LOADER_MAX_REDIRECTS", 0...1_000, into: &sources.maxRedirects)
            try variables.read("HTTP_LOADER_FOLLOW_REDIRECTS", into: &redirects)
            if !redirects { sources.maxRedirects = 0 }
            if variables.text("HTTP_LOADER_REQUEST_TIMEOUT") != nil {
                try variables.readSeconds("HTTP_LOADER_REQUEST_TIMEOUT", into: &downloadTimeout)
                sources.totalTimeout = downloadTimeout
                // The source's time ends before that of the answer.
                timeout = max(timeout, downloadTimeout + .seconds(1))
            }
            answers.tellsDates = false
            try variables.read("ENABLE_ETAGS", into: &answers.tellsTags)
            try variables.read(
                "SEND_IF_MODIFIED_LAST_MODIFIED_HEADERS", into: &answers.tellsDates)
            encoding.convertsAnimations = false
            try variables.read("AUTO_PNG_TO_JPG", into: &encoding.makesOpaquePNGToJPEG)
            try variables.read("RESPECT_ORIENTATION", into: &turnsUpright)
            // Thumbor looks at no addresses of hosts.
            (sources.allowsPrivate, sources.allowsLoopback) = (true, true)
            if let pixels = try variables.number("MAX_PIXELS", in: 1...1e12) {
                bounds.maxPixels = Int(pixels)
            }
        }
    }
#endif
