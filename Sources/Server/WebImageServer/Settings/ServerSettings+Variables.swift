#if Server
    import NIOSSL
    import WebImage
    import WebImageRedis
    import WebImageSandbox
    public import WebImageURLs

    // The library's own variables, `WEBIMAGE_…`, besides the ones of its addresses.
    extension ServerSettings {
        /// Reads the library's own variables (`WEBIMAGE_…`) over the present values.
        ///
        /// Variables of these names, of imgproxy's and of thumbor's that have no effect are
        /// reported at the start.
        ///
        /// - Throws: The first variable that cannot be read.
        public mutating func read(environment: [String: String]) throws(SettingFault) {
            var read = EnvironmentReader(environment, prefix: "WEBIMAGE_")
            try self.read(&read)
            ignoredVariables += ServerVariables.notes(on: environment, besides: addressPrefix)
        }

        /// Reads the library's own variables, and declares them.
        mutating func read(_ read: inout EnvironmentReader) throws(SettingFault) {
            try readListening(&read)
            try readClients(&read)
            try readWork(&read)
            try readResults(&read)
            try readStores(&read)
            try readResponses(&read)
        }

        private mutating func readListening(_ read: inout EnvironmentReader) throws(SettingFault) {
            // The program chooses by it before these settings are made.
            _ = try read(
                "GRAMMAR --grammar", SettingForm("imgproxy, thumbor or webimage") { $0 },
                standard: "by the variables", "Addresses and rules in force")
            var address = (host: host, port: port)
            try read(
                "BIND --bind", .address("an address such as 127.0.0.1:8080"), &address,
                "Address to listen on; other machines need keys, allowed sources or `--open`")
            (host, port) = address
            try readMetrics(&read, "METRICS_BIND --metrics")
            try read("METRICS_NAMESPACE", .text, &metricsNamespace, "Word before names of metrics")
            try read("PORT --port", .count(0...65_535), &port, "Port alone, 0 for a free one")
            tls = try TLSFiles(&read) ?? tls
            let prefix = SettingForm("a path such as /images") {
                $0.hasPrefix("/") && !$0.hasSuffix("/") ? $0 : nil
            }
            try read("PATH_PREFIX --prefix", prefix, &pathPrefix, "Text before all paths")
            try read("HEALTH_CHECK_PATH", .text, &healthPath, "Path of health besides `/health`")
            try read("PAGE --no-page", .bool, &showsPage, "Page at `/`")
            try read("LOG --quiet", .bool, &logsRequests, "Line of JSON for each request")
        }

        private mutating func readClients(_ read: inout EnvironmentReader) throws(SettingFault) {
            try read("SECRET", .text, &secret, "Word of `Authorization: Bearer …`")
            try read("ALLOW_ORIGIN", .text, &allowedOrigin, "`Access-Control-Allow-Origin`")
            let field = SettingForm("the name of a field such as Surrogate-Key") { name in
                name.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") }
                    ? name : nil
            }
            try read("SOURCE_KEY_FIELD", field, &sourceKeyField, "Field of a source's key")
            let most = SettingForm<Int>.count(1...1_000_000)
            try read("MAX_CONNECTIONS", most, &maxConnections, "Connections of all")
            try read(
                "MAX_CLIENT_CONNECTIONS", most, &maxClientConnections, "Connections of one client")
            let proxies = SettingForm<[AddressRange]>(
                "addresses and ranges such as 10.0.0.0/8, or none",
                spelling: { $0.map(\.description).joined(separator: ",") }
            ) { text in
                text == "none"
                    ? []
                    : text.split(separator: ",", omittingEmptySubsequences: false)
                        .mapAll { AddressRange($0.trimmingSpaces) }
            }
            let isSet = try read(
                "TRUSTED_PROXIES", proxies, &trustedProxies,
                "Proxies whose `X-Forwarded-For` names the client; `none`, or nothing, for no proxy"
            )
            let isBlank = !isSet && read.environment["WEBIMAGE_TRUSTED_PROXIES"] != nil
            if isBlank { trustedProxies = [] }
        }

        private mutating func readWork(_ read: inout EnvironmentReader) throws(SettingFault) {
            try read("TIMEOUT --timeout", .seconds(), &timeout, "Seconds until a response")
            try read("DOWNLOAD_TIMEOUT", .seconds(), &downloadTimeout, "Seconds of a silent origin")
            try read("IDLE_TIMEOUT", .seconds(), &idleTimeout, "Seconds of a silent client")
            try read("READ_TIMEOUT", .seconds(), &readTimeout, "Seconds of a request's body")
            try read("WRITE_TIMEOUT", .seconds(), &writeTimeout, "Seconds without a byte taken")
            try read("DRAIN_TIME", .seconds(from: 0), &drainTime, "Seconds from SIGTERM to the end")
            try read("GRACE_TIMEOUT", .seconds(), &graceTimeout, "Seconds of the end")
            try read(
                "WORKERS --workers", .count(1...100_000), &workers, standard: "2 × processors",
                "Pictures that are decoded, changed and encoded at once")
            try read(
                "MAX_LOADS", .count(1...100_000), &maxLoads, "Requests that load, or wait for work")
            let length = SettingForm<Int>.count(0...1_000_000)
            if try read("QUEUE --queue", length, &queueLength, "Requests that wait; 429 beyond") {
                queueHasLoads = false
            }
            var isLastFirst = order == .lastComeFirst
            try read(
                "LAST_COME_FIRST", .bool, &isLastFirst,
                "The latest of the requests that wait goes first")
            order = isLastFirst ? .lastComeFirst : .firstComeFirst
            try read(
                "WORK_BYTES", .count(1 << 20...Int.max), &workByteCount,
                standard: "a quarter of the machine's or container's",
                "Memory for pictures at work; one that needs more than twice as much is refused")
            try read("SANDBOX --no-sandbox", .bool, &isSandboxed, "Sandbox for decoding")
            let isolations = SettingForm<DecoderIsolation>(
                "source or shared", spelling: { $0 == .shared ? "shared" : "source" }
            ) { ["source": .perSource, "shared": .shared][$0] }
            try read("ISOLATION", isolations, &isolation, "Pictures that share a process")
        }

        private mutating func readResults(_ read: inout EnvironmentReader) throws(SettingFault) {
            try readQualities(&read)
            let maps = SettingForm<Bool>(
                "keep or drop", spelling: { $0 ? "keep" : "drop" }
            ) { ["keep": true, "drop": false][$0] }
            try read("GAIN_MAP", maps, &encoding.keepsGainMap, "Gain maps of results")
            let depths = SettingForm<PixelDepth>(
                "keep, 8 or hdr", spelling: { $0.word }, read: { PixelDepth(word: $0) })
            try read(
                "DEPTH", depths, &encoding.depth,
                "Bits of samples, where the format has more than 8, and light above white")
            let pixels = SettingForm<Int>.count(1...1_000_000_000_000)
            if try read("MAX_PIXELS", pixels, &bounds.maxPixels, "Pixels of a source") {
                boundNames.pixels = BoundNames().pixels
            }
            let bytes = SettingForm<Int>.countOrNone(0...Int.max)
            if try read("MAX_SOURCE_BYTES", bytes, &bounds.maxSourceBytes, "Bytes; 0 for 256 MB") {
                boundNames.bytes = BoundNames().bytes
            }
            let side = SettingForm<Int>.countOrNone(0...1 << 24)
            try read("MAX_RESULT_SIDE", side, &bounds.maxResultSide, "Pixels; 0 for any")
            let text = try read("FALLBACK", .text, "Address or path of a picture for failures")
            let picture = text.map { $0.contains("://") ? StoredPicture.url($0) : .path($0) }
            try readFallback(&read, picture, "FALLBACK_STATUS", "FALLBACK_MAX_AGE")
        }

        private mutating func readStores(_ read: inout EnvironmentReader) throws(SettingFault) {
            try read(
                "ALLOW_LOOPBACK --allow-loopback", .bool, &sources.allowsLoopback,
                "Sources on this machine")
            try read(
                "ALLOW_PRIVATE --allow-private", .bool, &sources.allowsPrivate,
                "Sources in private networks")
            try read("LOCAL_ROOT", .folder, &sources.localRoot, "Folder of `local:///…`")
            sources.store = try StoreSettings(&read, pathStyle: "S3_PATH_STYLE") ?? sources.store
            try read(
                "CACHE --cache", .text, &cacheFolder, standard: "~/.cache/webimage-server",
                "Folder of sources and results; `none` for none, as with another grammar")
            if cacheFolder == "none" { cacheFolder = nil }
            try read(
                "CACHE_BYTES", .count(1...Int.max), &cacheByteCount,
                "Bytes of sources in that folder, and again of results")
            try read("MEMORY_BYTES", .count(0...Int.max), &memoryByteCount, "Results in memory")
            try readRedis(&read)
        }

        private mutating func readRedis(_ read: inout EnvironmentReader) throws(SettingFault) {
            let roots = SettingForm("a file of certificates in PEM, for rediss://…") { path in
                (try? NIOSSLCertificate.fromPEMFile(path))?.isEmpty == false ? path : nil
            }
            let form = "redis://user:password@host:port/database, or rediss://…"
            try read(
                "REDIS", SettingForm(form, isSecret: true) { RedisAddress($0) }, &redis,
                "Store that servers share, after the folder; user and password percent-encoded")
            guard let path = try read("REDIS_CA_FILE", roots, "Roots of its TLS") else { return }
            redis = RedisAddress(read.text("REDIS") ?? "", trustRoots: path) ?? redis
            if redis?.isSecure != true { throw read.fault("REDIS_CA_FILE", expected: roots.words) }
        }
    }

    // Settings of several servers.
    extension ServerSettings {
        /// Reads the address of metrics, which differs from the one of pictures.
        mutating func readMetrics(
            _ read: inout EnvironmentReader, _ name: String
        ) throws(SettingFault) {
            let form = SettingForm<Any>.address("an address other than BIND's")
            let isSet = try read(
                name, form, &metricsAddress, "Address of metrics for Prometheus, and of removals")
            if isSet, let metricsAddress, metricsAddress == (host, port) {
                throw read.fault(String(name.prefix { $0 != " " }), expected: form.words)
            }
        }

        mutating func readQualities(_ read: inout EnvironmentReader) throws(SettingFault) {
            try read("QUALITY", .quality, &encoding.quality, "Quality of formats without their own")
            let qualities = try read(
                "FORMAT_QUALITY", .qualities, standard: "webp=79,avif=63,jxl=77", "Qualities")
            encoding.formatQualities.merge(qualities ?? [:]) { $1 }
        }

        /// Reads the status and lifetime of the fallback's responses, which without a picture have
        /// no effect.
        mutating func readFallback(
            _ read: inout EnvironmentReader, _ picture: StoredPicture?, _ statusName: String,
            _ lifetimeName: String
        ) throws(SettingFault) {
            var (status, lifetime) = (200, Int?.none)
            try read(
                statusName, .count(0...599), &status, "Status of a fallback; 0 for its failure's")
            guard status == 0 || status >= 200 && ![204, 205, 304].contains(status) else {
                throw read.fault(statusName, expected: "a status with a body, or 0")
            }
            let range = 0...Int(Int32.max)
            try read(
                lifetimeName, .countOrNone(range), &lifetime, "Seconds of clients; 0 for the usual")
            guard let picture else {
                for name in [statusName, lifetimeName] where read.text(name) != nil {
                    ignoredVariables.append("\(read.prefix)\(name) has no effect without a picture")
                }
                return
            }
            fallback = FallbackSettings(
                picture: picture, status: status == 0 ? nil : status, lifetime: lifetime)
        }
    }

    // The forms of a server's settings.
    extension SettingForm {
        /// `host:port` or `:port`, with the host of IPv6 in brackets.
        static func address(_ words: String) -> SettingForm<(host: String, port: Int)> {
            .init(words, spelling: { "\($0.host):\($0.port)" }) { text in
                guard let colon = text.lastIndex(of: ":"),
                    let port = Int(text[text.index(after: colon)...]), 0...65_535 ~= port
                else { return nil }
                var host = text[..<colon]
                if host.hasPrefix("["), host.hasSuffix("]") { host = host.dropFirst().dropLast() }
                return (host.isEmpty ? "0.0.0.0" : String(host), port)
            }
        }

        static var folder: SettingForm<String> {
            .init("the path of a folder") { LocalFiles.isFolder($0) ? $0 : nil }
        }
    }
#endif
