#if Server
    import FoundationEssentials
    import WebImage
    import WebImageHTTP
    public import WebImageURLs

    // imgproxy's variables, `IMGPROXY_…`, besides the ones of its addresses.
    extension ServerSettings {
        /// Creates settings of imgproxy's variables (`IMGPROXY_…`), with imgproxy's values for
        /// those unset.
        ///
        /// - Throws: The first variable that cannot be read.
        public init(imgproxyEnvironment environment: [String: String]) throws(SettingFault) {
            var read = EnvironmentReader(environment, prefix: "IMGPROXY_")
            try self.init(imgproxy: &read)
        }

        /// Reads imgproxy's variables, and declares them.
        init(imgproxy read: inout EnvironmentReader) throws(SettingFault) {
            self.init()
            addressPrefix = read.prefix
            (host, queueLength) = ("0.0.0.0", nil)
            encoding = EncodingSettings()
            (encoding.leastAVIFSide, encoding.keepsGainMap) = (16, false)
            bounds.maxFrames = 1
            boundNames.pixels = read.prefix + "MAX_SRC_RESOLUTION"
            boundNames.bytes = read.prefix + "MAX_SRC_FILE_SIZE"
            (sources.allowsPrivate, sources.maxRedirects) = (true, 10)
            try readAddress(&read)
            try readLoad(&read)
            try readAnswers(&read)
            try readSources(&read)
            try readEncoding(&read)
            encoding.depth = encoding.keepsGainMap ? .hdr : .eight
            try readUnused(&read)
            try readPictures(&read)
        }

        private mutating func readAddress(_ read: inout EnvironmentReader) throws(SettingFault) {
            var address = (host: host, port: port)
            let form = "an address such as 127.0.0.1:8080 or :8080"
            if try !read("BIND", .address(form), &address, "Address to listen on, before `PORT`"),
                let number = Int(read.environment["PORT"] ?? ""), 0...65_535 ~= number
            {
                address.port = number
            }
            (host, port) = address
            let networks = SettingForm("tcp") { ["tcp", "tcp4", "tcp6"].contains($0) ? $0 : nil }
            _ = try read("NETWORK", networks, standard: "tcp", "Is checked, and changes nothing")
            try read("PATH_PREFIX", .text, &pathPrefix, "Text before all paths")
            try read("HEALTH_CHECK_PATH", .text, &healthPath, "Path of health besides `/health`")
            try readMetrics(&read, "PROMETHEUS_BIND")
            try read("PROMETHEUS_NAMESPACE", .text, &metricsNamespace, "Word before metrics")
        }

        private mutating func readLoad(_ read: inout EnvironmentReader) throws(SettingFault) {
            try read("TIMEOUT", .seconds(), &timeout, "Seconds until a response")
            try read("DOWNLOAD_TIMEOUT", .seconds(), &downloadTimeout, "Seconds of a silent origin")
            try read("READ_REQUEST_TIMEOUT", .seconds(), &readTimeout, "Seconds of a body")
            var idle = readTimeout
            try read("KEEP_ALIVE_TIMEOUT", .seconds(from: 0), &idle, "Seconds; 0 for the one above")
            idleTimeout = idle > .zero ? idle : readTimeout
            try read("WRITE_RESPONSE_TIMEOUT", .seconds(), &writeTimeout, "Seconds of silence")
            let form = SettingForm<Duration>.seconds(from: 0)
            _ = try read("CLIENT_KEEP_ALIVE_TIMEOUT", form, "Is checked, and changes nothing")
            try read("GRACEFUL_STOP_TIMEOUT", form, &graceTimeout, "Seconds of the end")
            try read("WORKERS", .count(1...100_000), &workers, standard: "2 × processors")
            var length = 0
            try read("REQUESTS_QUEUE_SIZE", .count(0...1_000_000), &length, "Requests; 0 for any")
            queueLength = length == 0 ? nil : length
            queueHasLoads = length > 0
            try read("MAX_CLIENTS", .count(0...1_000_000), &maxConnections, "0 for any")
            if maxConnections == 0 { maxConnections = 1_000_000 }
            try read("SECRET", .text, &secret, "Word of `Authorization: Bearer …`")
            try read("ALLOW_ORIGIN", .text, &allowedOrigin, "`Access-Control-Allow-Origin`")
            try read("ENABLE_DEBUG_HEADERS", .bool, &tellsSizes, "Fields of sizes and losses")
            try read("SET_CANONICAL_HEADER", .bool, &namesSource, "Field `Link` with the source")
        }

        private mutating func readAnswers(_ read: inout EnvironmentReader) throws(SettingFault) {
            var rules = ImgproxyAnswers()
            try read("TTL", .count(0...Int(Int32.max)), &rules.lifetime, "Seconds of clients")
            try read("CACHE_CONTROL_PASSTHROUGH", .bool, &rules.passesCacheControl)
            try read("USE_ETAG", .bool, &rules.tellsTags, "`ETag` of origins")
            try read("ETAG_BUSTER", .text, &rules.tagBuster, "Text in `ETag`")
            try read("USE_LAST_MODIFIED", .bool, &rules.tellsDates, "`Last-Modified` of origins")
            let date = SettingForm("a time such as 2026-11-28T12:00:00Z") {
                try? Date($0, strategy: .iso8601)
            }
            try read("LAST_MODIFIED_BUSTER", date, &rules.dateBuster, "Least `Last-Modified`")
            try read("DEVELOPMENT_ERRORS_MODE", .bool, &rules.tellsReasons, "Told reasons")
            answers = rules
        }

        private mutating func readSources(_ read: inout EnvironmentReader) throws(SettingFault) {
            try read("ALLOW_LOOPBACK_SOURCE_ADDRESSES", .bool, &sources.allowsLoopback)
            try read("ALLOW_LINK_LOCAL_SOURCE_ADDRESSES", .bool, &sources.allowsLinkLocal)
            try read("ALLOW_PRIVATE_SOURCE_ADDRESSES", .bool, &sources.allowsPrivate)
            try read("MAX_REDIRECTS", .count(0...1_000), &sources.maxRedirects, "Requests in all")
            // So many requests are permitted, the first one included.
            sources.maxRedirects = max(0, sources.maxRedirects - 1)
            try read("IGNORE_SSL_VERIFICATION", .bool, &sources.trustsAnyCertificate)
            let version = HTTPSettings.standardUserAgent.drop { $0 != "/" }.dropFirst()
            var agent = "imgproxy/%current_version"
            try read("USER_AGENT", .text, &agent, "`User-Agent` for origins")
            sources.userAgent = agent.replacing("%current_version", with: version)
            try read("LOCAL_FILESYSTEM_ROOT", .folder, &sources.localRoot, "Root of `local:///…`")
            let usesStore = try read("USE_S3", .bool, standard: "false", "Sources `s3://…`")
            sources.store = try StoreSettings(
                &read, pathStyle: "S3_ENDPOINT_USE_PATH_STYLE", isUsed: usesStore ?? false)
            let name = "SOURCE_URL_QUERY_SEPARATOR"
            try read(name, .text, &sources.localQueryMark, "Mark before queries of local files")
            if let mark = read.environment[read.prefix + name], read.text(name) == nil {
                sources.localQueryMark = mark.trimmingSpaces
            }
            var (passes, passesAll) = (false, false)
            try read("COOKIE_PASSTHROUGH", .bool, &passes, "Cookies for sources of the own host")
            try read("COOKIE_PASSTHROUGH_ALL", .bool, &passesAll, "Cookies for all sources")
            let base = try read("COOKIE_BASE_URL", .text, "The own host; else the one asked")
            if passes { sources.cookies = passesAll ? .all : .sameOrigin(base) }
            try read("MAX_SRC_RESOLUTION", .megapixels(from: 1e-6), &bounds.maxPixels, "Megapixels")
            try read("MAX_ANIMATION_FRAME_RESOLUTION", .megapixels(from: 0), &bounds.maxFramePixels)
            try read("MAX_SRC_FILE_SIZE", .countOrNone(0...Int.max), &bounds.maxSourceBytes)
            try read("MAX_ANIMATION_FRAMES", .count(1...1_000_000), &bounds.maxFrames)
            try read("MAX_RESULT_DIMENSION", .countOrNone(0...1 << 24), &bounds.maxResultSide)
        }

        private mutating func readEncoding(_ read: inout EnvironmentReader) throws(SettingFault) {
            try readQualities(&read)
            // The first has precedence among those that a client accepts equally.
            for (name, format) in [("JXL", ImageFormat.jxl), ("AVIF", .avif), ("WEBP", .webp)] {
                var (isAutomatic, isEnforced) = (false, false)
                try read("AUTO_\(name)", .bool, &isAutomatic, "For clients that accept it")
                try read("ENFORCE_\(name)", .bool, &isEnforced, "In place of the address's, too")
                if isEnforced { encoding.enforced.append(format) }
                if isAutomatic || isEnforced { encoding.automatic.append(format) }
            }
            if try read("PREFERRED_FORMATS", .formats, &encoding.preferred, "Formats of results"),
                encoding.preferred.isEmpty || encoding.preferred.contains(.svg)
            {
                throw read.fault("PREFERRED_FORMATS", expected: "formats of pixels")
            }
            encoding.skipped = Set(try read("SKIP_PROCESSING_FORMATS", .formats) ?? [])
            try read("ALWAYS_RASTERIZE_SVG", .bool, &encoding.rasterizesSVG)
            try read("SANITIZE_SVG", .bool, &encoding.sanitizesSVG, "No scripts and foreign links")
            try read("STRIP_METADATA", .bool, &encoding.stripsMetadata)
            try read("KEEP_COPYRIGHT", .bool, &encoding.keepsCopyright, "Also where metadata go")
            try read("STRIP_COLOR_PROFILE", .bool, &encoding.stripsProfile, "Colours in sRGB")
            try read("PRESERVE_HDR", .bool, &encoding.keepsGainMap, "Gain maps, HDR, all bits")
            try read("JPEG_PROGRESSIVE", .bool, &encoding.isProgressive)
            try read("PNG_INTERLACED", .bool, &encoding.isInterlaced)
            try read("AUTO_ROTATE", .bool, &turnsUpright, "Pictures are turned upright")
            var (isReduced, count) = (false, 256)
            try read("PNG_QUANTIZE", .bool, &isReduced, "Palettes, unless pixels are translucent")
            try read("PNG_QUANTIZATION_COLORS", .count(2...256), &count)
            if isReduced { encoding.mostPNGColors = count }
            // The efforts are in the units of their libraries, and kept in the encoders' own.
            if let method = try read("WEBP_EFFORT", .count(1...6), "libwebp's effort") {
                encoding.efforts[.webp] = (method * 9 + 5) / 6 + 1
            }
            if let speed = try read("AVIF_SPEED", .count(0...9), "libavif's speed; 1 counts as 2") {
                encoding.efforts[.avif] = speed == 0 ? 10 : min(11 - speed, 9)
            }
            if let effort = try read("JXL_EFFORT", .count(1...9), "libjxl's effort") {
                encoding.efforts[.jxl] = (effort * 10 + 4) / 9
            }
        }

        /// Checks the variables that change nothing here, since a mistake in them ends imgproxy's
        /// start.
        private mutating func readUnused(_ read: inout EnvironmentReader) throws(SettingFault) {
            var set: [String] = []
            for name in [
                "PNG_UNLIMITED", "SVG_UNLIMITED", "TIFF_UNLIMITED",
                "ENFORCE_THUMBNAIL", "DISABLE_SHRINK_ON_LOAD", "USE_LINEAR_COLORSPACE",
                "SO_REUSEPORT", "REPORT_DOWNLOADING_ERRORS",
            ] where try read(name, .bool, "No effect, as a line at the start says") != nil {
                set.append(name)
            }
            let name = "FREE_MEMORY_INTERVAL"
            if try read(name, .count(0...Int.max), "No effect, as well") != nil { set.append(name) }
            ignoredVariables += set.map { "\(read.prefix)\($0) has no effect" }
        }

        private mutating func readPictures(_ read: inout EnvironmentReader) throws(SettingFault) {
            watermark = try picture("WATERMARK", &read, "Mark on pictures")
            let opacity = SettingForm("a number above 0, at most 1") { text in
                Double(text).flatMap { $0 > 0 && $0 <= 1 ? $0 : nil }
            }
            try read("WATERMARK_OPACITY", opacity, &watermarkOpacity)
            let picture = try picture("FALLBACK_IMAGE", &read, "Picture in place of a source")
            try readFallback(&read, picture, "FALLBACK_IMAGE_HTTP_CODE", "FALLBACK_IMAGE_TTL")
        }

        /// Returns the picture of the variables `…_DATA`, `…_PATH` and `…_URL`, in this order.
        private func picture(
            _ name: String, _ read: inout EnvironmentReader, _ help: String
        ) throws(SettingFault) -> StoredPicture? {
            let bytes = try read("\(name)_DATA", .base64, "\(help), its bytes")
            let path = try read("\(name)_PATH", .text, "\(help), its path")
            let address = try read("\(name)_URL", .text, "\(help), its address")
            return bytes.map(StoredPicture.data) ?? path.map(StoredPicture.path)
                ?? address.map(StoredPicture.url)
        }
    }
#endif
