#if Server
    public import WebImage
    public import WebImageRedis
    public import WebImageSandbox
    public import WebImageURLs

    /// The settings of an image server; by default those of a program that answers this machine
    /// alone.
    public struct ServerSettings: Sendable {
        /// The beginning of the variables of the addresses in force; variables of others are
        /// reported.
        public var addressPrefix = "WEBIMAGE_"
        /// The address to listen on.
        public var host = "127.0.0.1"
        /// The port to listen on; 0 for a free one.
        public var port = 8080
        /// The certificate and key; nil for connections without TLS.
        public var tls: TLSFiles?
        /// The text before all paths, such as `/images`; empty for none.
        public var pathPrefix = ""
        /// A further path that reports the server's health, besides `/health`.
        public var healthPath: String?
        /// `true` shows a page at `/`.
        public var showsPage = true

        /// The longest time from a request to its response; waiting counts.
        public var timeout = Duration.seconds(10)
        /// The longest time to connect to an origin, and of its silence.
        public var downloadTimeout = Duration.seconds(5)
        /// The longest time in which a client sends no byte of a request, or no request.
        public var idleTimeout = Duration.seconds(30)
        /// The longest time from the head of a request to its last byte.
        public var readTimeout = Duration.seconds(10)
        /// The longest time in which a client takes no byte of a response.
        public var writeTimeout = Duration.seconds(10)
        /// The time for which requests are still accepted once the server is to end, while `/ready`
        /// is 503.
        public var drainTime = Duration.zero
        /// The longest time for requests under way once the server is to end, after ``drainTime``.
        public var graceTimeout = Duration.seconds(20)
        /// The most pictures that are decoded, changed and encoded at once; 0 for twice as many as
        /// processors.
        public var workers = 0
        /// The most requests at once that load, or have loaded and wait for their work, no fewer
        /// than ``workers``.
        ///
        /// A client has a quarter of these places, a host of sources half. As many sources pass
        /// through, of which a client has an eighth. There is at most one place for each megabyte
        /// of the pipeline's budget, so that all bodies may begin to come.
        public var maxLoads = 1_024
        /// The most requests that wait, nil for no limit; one beyond is answered by 429.
        ///
        /// A client has half of these places.
        public var queueLength: Int? = 512
        /// The order of requests that wait, of one client or of clients with equally many places;
        /// the first to come by default.
        public var order = TransferOrder.firstComeFirst
        /// The most connections at once; further ones wait to be accepted.
        public var maxConnections = 2_048
        /// The most connections of one client at once.
        ///
        /// One more is closed, or takes the place of one that has sent no whole request so far.
        /// Clients of IPv6 count by their network of 64 bits.
        public var maxClientConnections = 256
        /// The proxies that name their clients: the last address in `X-Forwarded-For` that none of
        /// them has is the client then, and their connections count for no client.
        public var trustedProxies: [AddressRange] = ["127.0.0.0/8", "::1/128"]

        /// The word that clients send as `Authorization: Bearer …`; nil for none.
        public var secret: String?
        /// The value of `Access-Control-Allow-Origin`; nil for no such field.
        public var allowedOrigin: String?
        /// The rules of statuses, lifetimes and tags.
        public var answers: any AnswerRules = WebImageAnswers()
        /// `true` reports the sizes of the source and the result, and what the result lacks, in
        /// header fields.
        public var tellsSizes = false
        /// `true` names the source in a field `Link`.
        public var namesSource = false
        /// The name of the field with the key of a picture's source, such as `Surrogate-Key`
        /// or `Cache-Tag`; nil for none.
        ///
        /// The key is the first 16 hexadecimal digits of the SHA-256 of the source's URL: a CDN
        /// removes all pictures of a source by it.
        public var sourceKeyField: String?

        /// `false` decodes in the server itself, in place of processes without rights.
        public var isSandboxed = true
        /// The pictures that share a process: by default all of one source.
        public var isolation = DecoderIsolation.perSource
        /// The folder of the cache on disk; nil for a cache in memory alone.
        public var cacheFolder: String?
        /// The most bytes of sources, and again of results, in that folder.
        public var cacheByteCount = 1 << 30
        /// The store that several servers share, for sources and results, after the folder; nil for
        /// none.
        public var redis: RedisAddress?
        /// The most bytes of results in memory.
        public var memoryByteCount = 64 << 20
        /// The most bytes of memory for pictures that are made at once; nil for a quarter of the
        /// process's memory.
        ///
        /// A picture that needs more than twice as much is refused.
        public var workByteCount: Int?

        /// The address and port that report numbers as Prometheus reads them, and remove kept
        /// sources; nil for none.
        public var metricsAddress: (host: String, port: Int)?
        /// The word before names of numbers; empty for none.
        public var metricsNamespace = ""
        /// `true` writes a line of JSON for each request to standard error.
        public var logsRequests = true

        /// `true` if requests that load count among those that wait, as imgproxy has it: no more
        /// than ``workers`` and ``queueLength`` are inside.
        var queueHasLoads = false
        var sources = SourceSettings()
        /// `true` turns pictures upright by their orientation, unless an address states otherwise.
        var turnsUpright = true
        var encoding = EncodingSettings()
        /// The bounds of sources and results; addresses state others.
        var bounds = LimitPlan()
        /// The names of the settings that these bounds are of, for errors.
        var boundNames = BoundNames()
        /// The mark on pictures that ask for it; nil for none.
        var watermark: StoredPicture?
        /// The factor of the mark's opacity.
        var watermarkOpacity = 1.0
        /// The picture in place of a source that cannot be loaded; nil for none.
        var fallback: FallbackSettings?
        /// A sentence on each variable that is set and has no effect.
        var ignoredVariables: [String] = []

        /// Creates settings with the documented values.
        public init() {
            bounds.maxPixels = 50_000_000
            encoding.automatic = [.avif, .webp, .jxl]
            encoding.preferred += [.webp]
            encoding.mostAutomaticAVIFPixels = 4_000_000
        }

        /// `true` if only programs on this machine can ask.
        public var isLoopback: Bool {
            host == "localhost" || host == "::1" || host.hasPrefix("127.")
        }
    }

    /// The names of the settings of the most pixels and the most bytes of a source.
    struct BoundNames: Hashable, Sendable {
        var pixels = "WEBIMAGE_MAX_PIXELS"
        var bytes = "WEBIMAGE_MAX_SOURCE_BYTES"
    }

    /// The sources of a server, and the way they are asked.
    struct SourceSettings: Sendable {
        var allowsLoopback = false
        var allowsLinkLocal = false
        var allowsPrivate = false
        var maxRedirects = 5
        /// The longest time of a source from its request to its last byte; nil for no bound but the
        /// answer's.
        var totalTimeout: Duration?
        /// The `User-Agent`; nil for the library's.
        var userAgent: String?
        var trustsAnyCertificate = false
        /// The folder of `local:///…`; nil for no such sources.
        var localRoot: String?
        /// The store of `s3://…`; nil for no such sources.
        var store: StoreSettings?
        /// The mark before a query in the path of a local file; empty for none.
        var localQueryMark = "?"
        var cookies = CookiePassing.none
        /// The responses that are accepted.
        var responses = ResponseRules()
        /// The beginnings of addresses that answer with the address of the picture.
        var twoSteps: [String] = []
        /// The place of the picture's address in such an answer.
        var twoStepReading = TwoStepURLReading.text
        /// The rules by hosts, which the settings of all sources win over; nil for none.
        var rules: RulesFile?
    }

    /// The cookies of clients that origins get.
    enum CookiePassing: Hashable, Sendable {
        case none
        /// Those of the server's own host, for sources whose address begins so; nil for the host
        /// asked.
        case sameOrigin(String?)
        /// All, for all sources.
        case all
    }

    /// The files that a server makes.
    struct EncodingSettings: Hashable, Sendable {
        /// The quality of formats without one of their own, 1 to 100.
        var quality = 80
        var formatQualities: [ImageFormat: Int] = [.webp: 79, .avif: 63, .jxl: 77]
        /// The formats in place of a source's that is none of them.
        var preferred: [ImageFormat] = [.jpeg, .png, .gif]
        /// The formats that a client gets if it accepts them, and no format is asked for.
        var automatic: [ImageFormat] = []
        /// The most pixels of an AVIF file that no address asks for: larger ones take too long to
        /// make.
        var mostAutomaticAVIFPixels = Int.max
        /// The shortest side of an AVIF file; smaller pictures are JPEG or PNG.
        var leastAVIFSide = 0
        /// `false` leaves an animation in its format, though the client accepts others.
        var convertsAnimations = true
        /// `true` makes JPEG files of PNG files without transparency, if no format is asked for.
        var makesOpaquePNGToJPEG = false
        /// The formats that a client gets if it accepts them, whatever is asked for.
        var enforced: [ImageFormat] = []
        /// The formats of sources that are passed on as they are.
        var skipped: Set<ImageFormat> = []
        /// `true` draws SVG as pixels even if no format is asked for.
        var rasterizesSVG = false
        /// `true` removes scripts and foreign links from SVG that is passed on.
        var sanitizesSVG = true
        var stripsMetadata = true
        /// `true` keeps names of authors and copyrights.
        var keepsCopyright = true
        /// `true` converts colours to sRGB.
        var stripsProfile = true
        /// `false` drops gain maps that no address asks for.
        var keepsGainMap = true
        /// The depth of the pixels that files are made of, where the format has it.
        var depth = PixelDepth.eight
        /// `true` makes JPEG files progressive.
        var isProgressive = false
        /// `true` interlaces PNG files.
        var isInterlaced = false
        /// The most colours of a PNG file; nil for all of the picture's.
        var mostPNGColors: Int?
        /// The efforts of formats, 1 (fastest) to 10 (smallest); the codec's own for others.
        var efforts: [ImageFormat: Int] = [:]
        /// `true` if a response depends on `Accept`.
        var dependsOnAccept: Bool { !(automatic.isEmpty && enforced.isEmpty) }
    }

    /// The picture in place of a source that cannot be loaded.
    struct FallbackSettings: Sendable {
        var picture: StoredPicture
        /// The status of its responses; nil for the failure's.
        var status: Int? = 200
        /// The lifetime of its responses in seconds; nil for the lifetime of other pictures.
        var lifetime: Int?
    }

    /// A picture that the server itself uses: the bytes, the path or the address of its file.
    enum StoredPicture: Hashable, Sendable {
        case data([UInt8])
        case path(String)
        case url(String)
    }
#endif
