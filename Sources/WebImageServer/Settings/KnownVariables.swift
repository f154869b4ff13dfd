#if Server
    import WebImageURLs

    /// The variables of the environment that a server reads, by the beginning of their names.
    enum KnownVariables {
        /// Returns a line for each variable that is set and has no effect; it has no value.
        ///
        /// - Parameter manner: The server whose addresses are read.
        static func notes(
            on environment: [String: String], _ manner: AnswerRules.Manner
        ) -> [String] {
            environment.keys.sorted().compactMap { name in
                guard let group = groups.first(where: { name.hasPrefix($0.prefix) }),
                    environment[name]?.contains(where: { !$0.isWhitespace }) == true
                else { return nil }
                let word = String(name.dropFirst(group.prefix.count))
                let isOther =
                    group.manner != manner
                    && (group.manner != .webImage || ofOwnAddresses.contains(word))
                guard !isOther else {
                    return "\(name.printable) has no effect with addresses of \(manner.name)"
                }
                return group.names.contains(word) ? nil : "\(name.printable) is unknown"
            }
        }

        private static let groups:
            [(prefix: String, manner: AnswerRules.Manner, names: Set<String>)] =
                [
                    ("WEBIMAGE_", .webImage, words(webImage)),
                    ("IMGPROXY_", .imgproxy, words(imgproxy)),
                    ("THUMBOR_", .thumbor, words(thumbor)),
                ]

        private static func words(_ text: String) -> Set<String> {
            Set(text.split { $0.isWhitespace }.map(String.init))
        }

        /// The variables of this library's addresses, which those of others do not need.
        private static let ofOwnAddresses: Set = [
            "KEYS", "ALLOWED_SOURCES", "PRESETS", "ALLOW_LIMITS",
        ]

        private static let webImage = """
            ALLOWED_SOURCES ALLOW_LIMITS ALLOW_LOOPBACK ALLOW_ORIGIN ALLOW_PRIVATE BIND CACHE CACHE_BYTES
            DOWNLOAD_TIMEOUT DRAIN_TIME FALLBACK FALLBACK_MAX_AGE FALLBACK_STATUS FORMAT_QUALITY GRACE_TIMEOUT GRAMMAR HEALTH_CHECK_PATH IDLE_TIMEOUT ISOLATION
            KEYS LOCAL_ROOT LOG MAX_CLIENT_CONNECTIONS MAX_CONNECTIONS MAX_LOADS MAX_PIXELS MAX_RESULT_SIDE
            MAX_SOURCE_BYTES MEMORY_BYTES METRICS_BIND
            METRICS_NAMESPACE PAGE PATH_PREFIX PORT PRESETS QUALITY QUEUE READ_TIMEOUT REDIS REDIS_CA_FILE S3_ENDPOINT S3_PATH_STYLE
            S3_REGION SANDBOX SECRET SOURCE_KEY_FIELD TIMEOUT TLS_CERTIFICATE TLS_KEY TRUSTED_PROXIES WORKERS
            WORK_BYTES WRITE_TIMEOUT
            """

        private static let imgproxy = """
            ALLOWED_PROCESSING_OPTIONS ALLOWED_SOURCES ALLOW_LINK_LOCAL_SOURCE_ADDRESSES
            ALLOW_LOOPBACK_SOURCE_ADDRESSES ALLOW_ORIGIN ALLOW_PRIVATE_SOURCE_ADDRESSES ALLOW_SECURITY_OPTIONS
            ALWAYS_RASTERIZE_SVG ARGUMENTS_SEPARATOR AUTO_AVIF AUTO_JXL AUTO_ROTATE AUTO_WEBP AVIF_SPEED
            BASE64_URL_INCLUDES_FILENAME BASE_URL BIND CACHE_CONTROL_PASSTHROUGH CLIENT_KEEP_ALIVE_TIMEOUT
            COOKIE_BASE_URL COOKIE_PASSTHROUGH COOKIE_PASSTHROUGH_ALL DEVELOPMENT_ERRORS_MODE
            DISABLE_SHRINK_ON_LOAD DOWNLOAD_TIMEOUT ENABLE_DEBUG_HEADERS ENFORCE_AVIF ENFORCE_JXL
            ENFORCE_THUMBNAIL ENFORCE_WEBP ETAG_BUSTER FALLBACK_IMAGE_DATA FALLBACK_IMAGE_HTTP_CODE
            FALLBACK_IMAGE_PATH FALLBACK_IMAGE_TTL FALLBACK_IMAGE_URL FORMAT_QUALITY FREE_MEMORY_INTERVAL
            GRACEFUL_STOP_TIMEOUT HEALTH_CHECK_PATH IGNORE_SSL_VERIFICATION JPEG_PROGRESSIVE JXL_EFFORT
            KEEP_ALIVE_TIMEOUT KEEP_COPYRIGHT KEY LAST_MODIFIED_BUSTER LOCAL_FILESYSTEM_ROOT MAX_ANIMATION_FRAMES
            MAX_ANIMATION_FRAME_RESOLUTION MAX_CLIENTS MAX_REDIRECTS MAX_RESULT_DIMENSION MAX_SRC_FILE_SIZE
            MAX_SRC_RESOLUTION NETWORK ONLY_PRESETS PATH_PREFIX PNG_INTERLACED PNG_QUANTIZATION_COLORS
            PNG_QUANTIZE PNG_UNLIMITED PREFERRED_FORMATS PRESERVE_HDR PRESETS PRESETS_PATH PRESETS_SEPARATOR
            PROMETHEUS_BIND PROMETHEUS_NAMESPACE QUALITY READ_REQUEST_TIMEOUT REPORT_DOWNLOADING_ERRORS
            REQUESTS_QUEUE_SIZE S3_ENDPOINT S3_ENDPOINT_USE_PATH_STYLE S3_REGION SALT SANITIZE_SVG SECRET SET_CANONICAL_HEADER SIGNATURE_SIZE
            SKIP_PROCESSING_FORMATS SOURCE_URL_QUERY_SEPARATOR SO_REUSEPORT STRIP_COLOR_PROFILE STRIP_METADATA
            SVG_UNLIMITED TIFF_UNLIMITED TIMEOUT TRUSTED_SIGNATURES TTL URL_REPLACEMENTS USER_AGENT
            USE_ETAG USE_LAST_MODIFIED USE_LINEAR_COLORSPACE USE_S3 WATERMARK_DATA WATERMARK_OPACITY
            WATERMARK_PATH WATERMARK_URL WEBP_EFFORT WORKERS WRITE_RESPONSE_TIMEOUT
            """

        private static let thumbor = """
            ALLOWED_SOURCES ALLOW_UNSAFE_URL AUTO_AVIF AUTO_PNG_TO_JPG AUTO_WEBP AVIF_QUALITY
            ENABLE_ETAGS HTTP_LOADER_FOLLOW_REDIRECTS HTTP_LOADER_MAX_REDIRECTS HTTP_LOADER_REQUEST_TIMEOUT MAX_AGE MAX_HEIGHT
            MAX_PIXELS MAX_WIDTH PILLOW_RESAMPLING_FILTER PRESERVE_EXIF_INFO QUALITY RESPECT_ORIENTATION SECURITY_KEY
            SEND_IF_MODIFIED_LAST_MODIFIED_HEADERS WEBP_QUALITY
            """
    }

    extension AnswerRules.Manner {
        /// The word by which `--grammar` names it.
        var name: String {
            switch self {
            case .webImage: "webimage"
            case .imgproxy: "imgproxy"
            case .thumbor: "thumbor"
            }
        }
    }
#endif
