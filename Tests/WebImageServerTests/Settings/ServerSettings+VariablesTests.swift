#if Server
    import Testing
    import WebImage
    import WebImageURLs

    @testable import WebImageServer

    /// The library's own variables.
    struct ServerSettingsVariablesTests {
        typealias Row = VariableRow<WebImageGrammar>

        static func read(
            _ values: [String: String]
        ) throws(SettingFault) -> (ServerSettings, WebImageGrammar) {
            let environment = Variables.named("WEBIMAGE_", values)
            var settings = ServerSettings()
            try settings.read(environment: environment)
            return (settings, try WebImageGrammar(environment: environment))
        }

        private static let listening: [Row] = [
            Row("BIND", "[::1]:9000") { settings, _ in settings.address == ("::1", 9_000) },
            Row("METRICS_BIND", ":9090") { settings, _ in
                settings.metricsAddress.map { $0 == ("0.0.0.0", 9_090) } == true
            },
            Row("METRICS_NAMESPACE", "shop") { settings, _ in settings.metricsNamespace == "shop" },
            Row("PORT", "0") { settings, _ in settings.address == ("127.0.0.1", 0) },
            Row("TLS_CERTIFICATE", Variables.certificate, with: ["TLS_KEY": Variables.key]) {
                settings, _ in
                settings.tls == TLSFiles(certificate: Variables.certificate, key: Variables.key)
            },
            Row("TLS_KEY", Variables.key, with: ["TLS_CERTIFICATE": Variables.certificate]) {
                settings, _ in settings.tls?.key == Variables.key
            },
            Row("PATH_PREFIX", "/images") { settings, _ in settings.pathPrefix == "/images" },
            Row("HEALTH_CHECK_PATH", "/up") { settings, _ in settings.healthPath == "/up" },
            Row("PAGE", "false") { settings, _ in !settings.showsPage },
            Row("LOG", "0") { settings, _ in !settings.logsRequests },
            Row("SECRET", "word") { settings, _ in settings.secret == "word" },
            Row("ALLOW_ORIGIN", "*") { settings, _ in settings.allowedOrigin == "*" },
            Row("SOURCE_KEY_FIELD", "Cache-Tag") { settings, _ in
                settings.sourceKeyField == "Cache-Tag"
            },
            Row("MAX_CONNECTIONS", "7") { settings, _ in settings.maxConnections == 7 },
            Row("MAX_CLIENT_CONNECTIONS", "7") { settings, _ in settings.maxClientConnections == 7
            },
            Row("TRUSTED_PROXIES", "10.0.0.0/8, ::2") { settings, _ in
                settings.trustedProxies == ["10.0.0.0/8", "::2/128"]
            },
        ]

        private static let work: [Row] = [
            Row("TIMEOUT", "7") { settings, _ in settings.timeout == .seconds(7) },
            Row("DOWNLOAD_TIMEOUT", "7") { settings, _ in settings.downloadTimeout == .seconds(7) },
            Row("IDLE_TIMEOUT", "7") { settings, _ in settings.idleTimeout == .seconds(7) },
            Row("READ_TIMEOUT", "7") { settings, _ in settings.readTimeout == .seconds(7) },
            Row("WRITE_TIMEOUT", "7") { settings, _ in settings.writeTimeout == .seconds(7) },
            Row("DRAIN_TIME", "7") { settings, _ in settings.drainTime == .seconds(7) },
            Row("GRACE_TIMEOUT", "7") { settings, _ in settings.graceTimeout == .seconds(7) },
            Row("WORKERS", "7") { settings, _ in settings.workers == 7 },
            Row("MAX_LOADS", "7") { settings, _ in settings.maxLoads == 7 },
            Row("QUEUE", "0") { settings, _ in settings.queueLength == 0 },
            Row("WORK_BYTES", "1048576") { settings, _ in settings.workByteCount == 1 << 20 },
            Row("SANDBOX", "false") { settings, _ in !settings.isSandboxed },
            Row("ISOLATION", "shared") { settings, _ in "\(settings.isolation)" == "shared" },
            Row("ALLOW_LOOPBACK", "1") { settings, _ in settings.sources.allowsLoopback },
            Row("ALLOW_PRIVATE", "1") { settings, _ in settings.sources.allowsPrivate },
            Row("LOCAL_ROOT", "/") { settings, _ in settings.sources.localRoot == "/" },
            Row("S3_ENDPOINT", "https://a.test") { settings, _ in
                settings.sources.store?.endpoint == "https://a.test"
            },
            Row("S3_REGION", "eu-1") { settings, _ in
                Variables.text(of: settings.sources).contains("region: \"eu-1\"")
            },
            Row("S3_PATH_STYLE", "true", with: ["S3_REGION": "eu-1"]) { settings, _ in
                Variables.text(of: settings.sources).contains("usesPathStyle: Optional(true)")
            },
        ]

        private static let responses: [Row] = [
            Row("REJECT_HEADER", "ErrorCode: 100; X-Placeholder") { settings, _ in
                settings.sources.responses.rejectedHeaders
                    == [HeaderMatch("ErrorCode", 100), HeaderMatch("X-Placeholder")]
            },
            Row("ACCEPT_STATUS", "200-299,404") { settings, _ in
                settings.sources.responses.acceptedStatuses == StatusSet(200...299, 404...404)
            },
            Row("ACCEPT_TYPE", "image/*,text/plain") { settings, _ in
                settings.sources.responses.acceptedMediaTypes == ["image/*", "text/plain"]
            },
            Row("TWO_STEP", "http://a.test/api/") { settings, _ in
                settings.sources.twoSteps == ["http://a.test/api/"]
            },
            Row("TWO_STEP_FIELD", "data.url", with: ["TWO_STEP": "http://a.test/"]) { settings, _ in
                settings.sources.twoStepReading == .field("data.url")
            },
            Row("TWO_STEP_HEADER", "Location", with: ["TWO_STEP": "http://a.test/"]) {
                settings, _ in
                settings.sources.twoStepReading == .header("Location")
            },
            Row("LAST_COME_FIRST", "true") { settings, _ in settings.order == .lastComeFirst },
            Row("RULES", Variables.rules) { settings, _ in
                settings.sources.rules?.rules.rule(for: "a.test")?.lifetime == .seconds(60)
            },
        ]

        private static let pictures: [Row] = [
            Row("QUALITY", "7") { settings, _ in settings.encoding.quality == 7 },
            Row("FORMAT_QUALITY", "webp=7") { settings, _ in
                settings.encoding.formatQualities == [.webp: 7, .avif: 63, .jxl: 77]
            },
            Row("GAIN_MAP", "drop") { settings, _ in !settings.encoding.keepsGainMap },
            Row("DEPTH", "keep") { settings, _ in settings.encoding.depth == .asStored },
            Row("MAX_PIXELS", "7") { settings, _ in settings.bounds.maxPixels == 7 },
            Row("MAX_SOURCE_BYTES", "7") { settings, _ in settings.bounds.maxSourceBytes == 7 },
            Row("MAX_RESULT_SIDE", "7") { settings, _ in settings.bounds.maxResultSide == 7 },
            Row("FALLBACK", "http://a.test/b") { settings, _ in
                settings.fallback?.picture == .url("http://a.test/b")
            },
            Row("FALLBACK_STATUS", "0", with: ["FALLBACK": "/a"]) { settings, _ in
                settings.fallback != nil && settings.fallback?.status == nil
            },
            Row("FALLBACK_MAX_AGE", "7", with: ["FALLBACK": "/a"]) { settings, _ in
                settings.fallback?.lifetime == 7
            },
            Row("CACHE", "/a") { settings, _ in settings.cacheFolder == "/a" },
            Row("CACHE_BYTES", "7") { settings, _ in settings.cacheByteCount == 7 },
            Row("MEMORY_BYTES", "7") { settings, _ in settings.memoryByteCount == 7 },
            Row("REDIS", "redis://a.test/3") { settings, _ in
                settings.redis.map { "\($0)" } == "redis://a.test:6379/3"
            },
            Row("REDIS_CA_FILE", Variables.certificate, with: ["REDIS": "rediss://a.test"]) {
                settings, _ in
                Variables.text(of: settings.redis as Any).contains(Variables.certificate)
            },
            Row("KEYS", "aa,bb") { _, grammar in grammar.keys == [[0xaa], [0xbb]] },
            Row("ALLOWED_SOURCES", "http://a.test") { _, grammar in
                grammar.allowedSources.map(\.text) == ["http://a.test"]
            },
            Row("PRESETS", "small:quality=7") { _, grammar in
                grammar.presets == ["small": "quality=7"]
            },
            Row("ALLOW_LIMITS", "true") { _, grammar in grammar.allowsLimits },
        ]

        @Test func `each variable is read into its place`() throws {
            let declared = ServerVariables.groups[0].all.map { String($0.variable.dropFirst(9)) }
            // The program reads the grammar.
            let rows = Self.listening + Self.work + Self.responses + Self.pictures
            Row.check(rows, declared: declared.filter { $0 != "GRAMMAR" }, by: Self.read)
        }

        @Test func `a picture in place of others may be a file`() throws {
            #expect(try Self.read(["FALLBACK": "/a"]).0.fallback?.picture == .path("/a"))
        }

        @Test func `no folder, no proxy and no bound have words`() throws {
            #expect(try Self.read(["CACHE": "none"]).0.cacheFolder == nil)
            for text in ["", "none"] {
                #expect(try Self.read(["TRUSTED_PROXIES": text]).0.trustedProxies == [])
            }
            #expect(try Self.read(["MAX_SOURCE_BYTES": "0"]).0.bounds.maxSourceBytes == nil)
            #expect(try Self.read(["MAX_RESULT_SIDE": "0"]).0.bounds.maxResultSide == nil)
        }

        @Test func `they come before those of another server, and name its bounds anew`() throws {
            var settings = try ServerSettings(imgproxyEnvironment: [
                "IMGPROXY_REQUESTS_QUEUE_SIZE": "5", "IMGPROXY_QUALITY": "50",
            ])
            #expect(settings.boundNames.pixels == "IMGPROXY_MAX_SRC_RESOLUTION")
            #expect(settings.queueHasLoads)
            try settings.read(environment: [
                "WEBIMAGE_QUEUE": "6", "WEBIMAGE_QUALITY": "60", "WEBIMAGE_MAX_PIXELS": "9",
            ])
            #expect(settings.queueLength == 6)
            #expect(!settings.queueHasLoads)
            #expect(settings.encoding.quality == 60)
            #expect(settings.boundNames.pixels == "WEBIMAGE_MAX_PIXELS")
            #expect(settings.boundNames.bytes == "IMGPROXY_MAX_SRC_FILE_SIZE")
        }
    }
#endif
