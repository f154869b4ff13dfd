#if Server
    import Foundation
    import Testing
    import WebImage
    import WebImageURLs

    @testable import WebImageServer

    /// imgproxy's variables.
    struct ServerSettingsImgproxyTests {
        typealias Row = VariableRow<ImgproxyGrammar>

        static func read(
            _ values: [String: String]
        ) throws(SettingFault) -> (ServerSettings, ImgproxyGrammar) {
            let environment = Variables.named("IMGPROXY_", values)
            return (
                try ServerSettings(imgproxyEnvironment: environment),
                try ImgproxyGrammar(environment: environment)
            )
        }

        private static let listening: [Row] = [
            Row("BIND", "[::1]:9000") { settings, _ in settings.address == ("::1", 9_000) },
            Row("PATH_PREFIX", "images/") { settings, _ in settings.pathPrefix == "images/" },
            Row("HEALTH_CHECK_PATH", "/up") { settings, _ in settings.healthPath == "/up" },
            Row("PROMETHEUS_BIND", ":9090") { settings, _ in
                settings.metricsAddress.map { $0 == ("0.0.0.0", 9_090) } == true
            },
            Row("PROMETHEUS_NAMESPACE", "a") { settings, _ in settings.metricsNamespace == "a" },
            Row("TIMEOUT", "7") { settings, _ in settings.timeout == .seconds(7) },
            Row("DOWNLOAD_TIMEOUT", "7") { settings, _ in settings.downloadTimeout == .seconds(7) },
            Row("READ_REQUEST_TIMEOUT", "7") { settings, _ in settings.readTimeout == .seconds(7) },
            Row("KEEP_ALIVE_TIMEOUT", "7") { settings, _ in settings.idleTimeout == .seconds(7) },
            Row("WRITE_RESPONSE_TIMEOUT", "7") { settings, _ in
                settings.writeTimeout == .seconds(7)
            },
            Row("GRACEFUL_STOP_TIMEOUT", "0") { settings, _ in settings.graceTimeout == .zero },
            Row("WORKERS", "7") { settings, _ in settings.workers == 7 },
            Row("REQUESTS_QUEUE_SIZE", "7") { settings, _ in
                settings.queueLength == 7 && settings.queueHasLoads
            },
            Row("MAX_CLIENTS", "0") { settings, _ in settings.maxConnections == 1_000_000 },
            Row("SECRET", "word") { settings, _ in settings.secret == "word" },
            Row("ALLOW_ORIGIN", "*") { settings, _ in settings.allowedOrigin == "*" },
            Row("ENABLE_DEBUG_HEADERS", "1") { settings, _ in settings.tellsSizes },
            Row("SET_CANONICAL_HEADER", "1") { settings, _ in settings.namesSource },
            Row("TTL", "7") { settings, _ in settings.imgproxy?.lifetime == 7 },
            Row("CACHE_CONTROL_PASSTHROUGH", "1") { settings, _ in
                settings.imgproxy?.passesCacheControl == true
            },
            Row("USE_ETAG", "0") { settings, _ in settings.imgproxy?.tellsTags == false },
            Row("ETAG_BUSTER", "b") { settings, _ in settings.imgproxy?.tagBuster == "b" },
            Row("USE_LAST_MODIFIED", "0") { settings, _ in settings.imgproxy?.tellsDates == false },
            Row("LAST_MODIFIED_BUSTER", "1970-01-01T00:01:00Z") { settings, _ in
                settings.imgproxy?.dateBuster?.timeIntervalSince1970 == 60
            },
            Row("DEVELOPMENT_ERRORS_MODE", "1") { settings, _ in
                settings.imgproxy?.tellsReasons == true
            },
        ]

        private static let sources: [Row] = [
            Row("ALLOW_LOOPBACK_SOURCE_ADDRESSES", "1") { settings, _ in
                settings.sources.allowsLoopback
            },
            Row("ALLOW_LINK_LOCAL_SOURCE_ADDRESSES", "1") { settings, _ in
                settings.sources.allowsLinkLocal
            },
            Row("ALLOW_PRIVATE_SOURCE_ADDRESSES", "0") { settings, _ in
                !settings.sources.allowsPrivate
            },
            Row("MAX_REDIRECTS", "7") { settings, _ in settings.sources.maxRedirects == 6 },
            Row("IGNORE_SSL_VERIFICATION", "1") { settings, _ in
                settings.sources.trustsAnyCertificate
            },
            Row("USER_AGENT", "a/b") { settings, _ in settings.sources.userAgent == "a/b" },
            Row("LOCAL_FILESYSTEM_ROOT", "/") { settings, _ in settings.sources.localRoot == "/" },
            Row("USE_S3", "1") { settings, _ in settings.sources.store != nil },
            Row("S3_ENDPOINT", "https://a.test", with: ["USE_S3": "1"]) { settings, _ in
                settings.sources.store?.endpoint == "https://a.test"
            },
            Row("S3_REGION", "eu-1", with: ["USE_S3": "1"]) { settings, _ in
                Variables.text(of: settings.sources).contains("region: \"eu-1\"")
            },
            Row("S3_ENDPOINT_USE_PATH_STYLE", "true", with: ["USE_S3": "1"]) { settings, _ in
                Variables.text(of: settings.sources).contains("usesPathStyle: Optional(true)")
            },
            Row("SOURCE_URL_QUERY_SEPARATOR", "!") { settings, _ in
                settings.sources.localQueryMark == "!"
            },
            Row("COOKIE_PASSTHROUGH", "1") { settings, _ in
                settings.sources.cookies == .sameOrigin(nil)
            },
            Row("COOKIE_PASSTHROUGH_ALL", "1", with: ["COOKIE_PASSTHROUGH": "1"]) { settings, _ in
                settings.sources.cookies == .all
            },
            Row("COOKIE_BASE_URL", "http://a", with: ["COOKIE_PASSTHROUGH": "1"]) { settings, _ in
                settings.sources.cookies == .sameOrigin("http://a")
            },
            Row("MAX_SRC_RESOLUTION", "1.5") { settings, _ in
                settings.bounds.maxPixels == 1_500_000
            },
            Row("MAX_ANIMATION_FRAME_RESOLUTION", "2") { settings, _ in
                settings.bounds.maxFramePixels == 2_000_000
            },
            Row("MAX_SRC_FILE_SIZE", "7") { settings, _ in settings.bounds.maxSourceBytes == 7 },
            Row("MAX_ANIMATION_FRAMES", "7") { settings, _ in settings.bounds.maxFrames == 7 },
            Row("MAX_RESULT_DIMENSION", "7") { settings, _ in settings.bounds.maxResultSide == 7 },
        ]

        private static let addresses: [Row] = [
            Row("KEY", "aa", with: ["SALT": "bb"]) { _, grammar in
                grammar.keys == [ImgproxyKey(key: [0xaa], salt: [0xbb])]
            },
            Row("SALT", "bb", with: ["KEY": "aa"]) { _, grammar in
                grammar.keys == [ImgproxyKey(key: [0xaa], salt: [0xbb])]
            },
            Row("SIGNATURE_SIZE", "7") { _, grammar in grammar.signatureSize == 7 },
            Row("TRUSTED_SIGNATURES", "a,b") { _, grammar in
                grammar.trustedSignatures == ["a", "b"]
            },
            Row("ARGUMENTS_SEPARATOR", ",") { _, grammar in grammar.argumentsSeparator == "," },
            Row("ALLOWED_PROCESSING_OPTIONS", "w,h") { _, grammar in
                grammar.allowedOptions == ["w", "h"]
            },
            Row("ALLOW_SECURITY_OPTIONS", "1") { _, grammar in grammar.allowsSecurityOptions },
            Row("BASE_URL", "http://a/") { _, grammar in grammar.baseURL == "http://a/" },
            Row("URL_REPLACEMENTS", "a:=b:;c:=d:") { _, grammar in
                grammar.replacements.map(\.replacement) == ["b:", "d:"]
            },
            Row("BASE64_URL_INCLUDES_FILENAME", "1") { _, grammar in
                grammar.base64IncludesFileName
            },
            Row("ALLOWED_SOURCES", "http://a,http://b") { _, grammar in
                grammar.allowedSources == ["http://a", "http://b"].map { .init(beginning: $0) }
            },
            Row("ONLY_PRESETS", "1") { _, grammar in grammar.usesOnlyPresets },
            Row("PRESETS", "a=w:1,b=h:2") { _, grammar in
                grammar.presets == ["a": "w:1", "b": "h:2"]
            },
            Row("PRESETS_PATH", Variables.presets) { _, grammar in
                grammar.presets == ["small": "w:1"]
            },
            Row("PRESETS_SEPARATOR", ";", with: ["PRESETS": "a=w:1;b=h:2"]) { _, grammar in
                grammar.presets == ["a": "w:1", "b": "h:2"]
            },
        ]

        @Test func `each variable is read into its place`() throws {
            // These are checked alone, or told to have no effect.
            let idle = ["NETWORK", "CLIENT_KEEP_ALIVE_TIMEOUT"] + ImgproxyFileRows.unused
            let declared = ServerVariables.groups[1].all.map { String($0.variable.dropFirst(9)) }
            let rows = Self.listening + Self.sources + ImgproxyFileRows.all + Self.addresses
            Row.check(rows, declared: declared.filter { !idle.contains($0) }, by: Self.read)
        }

        @Test func `the port of a platform counts without an address`() throws {
            var settings = try ServerSettings(imgproxyEnvironment: ["PORT": "9000"])
            #expect(settings.address == ("0.0.0.0", 9_000))
            settings = try ServerSettings(imgproxyEnvironment: ["PORT": "70000"])
            #expect(settings.address == ("0.0.0.0", 8_080))
            settings = try ServerSettings(imgproxyEnvironment: [
                "PORT": "9000", "IMGPROXY_BIND": ":1234",
            ])
            #expect(settings.address == ("0.0.0.0", 1_234))
        }

        @Test func `a silent client has the time of a request unless another one is set`() throws {
            let times = try [[:], ["KEEP_ALIVE_TIMEOUT": "0"], ["KEEP_ALIVE_TIMEOUT": "9"]].map {
                var values: [String: String] = $0
                values["READ_REQUEST_TIMEOUT"] = "6"
                return try Self.read(values).0.idleTimeout
            }
            #expect(times == [.seconds(6), .seconds(6), .seconds(9)])
        }

        @Test func `usual values are those of imgproxy`() throws {
            let (settings, _) = try Self.read([:])
            #expect(settings.addressPrefix == "IMGPROXY_")
            #expect(settings.sources.maxRedirects == 9)
            #expect(settings.sources.userAgent?.hasPrefix("imgproxy/") == true)
            #expect(settings.sources.userAgent?.contains("%") == false)
            #expect(settings.queueLength == nil)
            #expect(settings.bounds.maxFrames == 1)
            #expect(try Self.read(["MAX_REDIRECTS": "0"]).0.sources.maxRedirects == 0)
            #expect(
                try Self.read(["SOURCE_URL_QUERY_SEPARATOR": " "]).0.sources.localQueryMark == "")
        }

        @Test func `variables without effect are checked, and told`() throws {
            for name in ImgproxyFileRows.unused {
                let value = name == "FREE_MEMORY_INTERVAL" ? "10" : "0"
                #expect(
                    try Self.read([name: value]).0.ignoredVariables == [
                        "IMGPROXY_\(name) has no effect"
                    ])
                #expect(throws: SettingFault.self) { try Self.read([name: "maybe"]) }
            }
            #expect(try Self.read(["NETWORK": "tcp6"]).0.ignoredVariables == [])
            #expect(throws: SettingFault.self) { try Self.read(["NETWORK": "udp"]) }
            #expect(throws: SettingFault.self) { try Self.read(["CLIENT_KEEP_ALIVE_TIMEOUT": "a"]) }
        }
    }

    extension ServerSettings {
        fileprivate var imgproxy: ImgproxyAnswers? { answers as? ImgproxyAnswers }
    }
#endif
