#if HTTP
    /// The connections of a transport and its trust roots, the same for all of its exchanges.
    public struct HTTPSettings: Hashable, Sendable {
        /// A server that connections are made through; none is taken from the environment.
        public enum Proxy: Hashable, Sendable {
            /// An HTTP proxy, asked with `CONNECT` for http and https alike.
            ///
            /// Credentials are sent as Basic authorization when both are there.
            case http(host: String, port: Int, user: String? = nil, password: String? = nil)
            /// A SOCKS5 proxy without authentication.
            case socks(host: String, port: Int)
        }

        /// What the transport calls itself.
        public static let standardUserAgent = "WebImage/0.1.0"

        /// The proxy, nil to connect directly.
        public var proxy: Proxy?
        /// A PEM file of certificates that are trusted besides the system's, nil for none.
        public var extraTrustRoots: String?
        /// `User-Agent` of a request that has none, nil to send none.
        public var userAgent: String?
        /// `Accept` of a request that has none, nil to send none.
        public var accept: String?
        /// Whether gzip and deflate are asked for and undone.
        ///
        /// The decoded bytes are what `LoadLimits.maxBodyBytes` limits.
        public var decompresses: Bool

        /// Settings; direct, with the system's trust roots and with decompression unless given.
        public init(
            proxy: Proxy? = nil, extraTrustRoots: String? = nil,
            userAgent: String? = HTTPSettings.standardUserAgent,
            accept: String? = "image/*,*/*;q=0.8", decompresses: Bool = true
        ) {
            self.proxy = proxy
            self.extraTrustRoots = extraTrustRoots
            self.userAgent = userAgent
            self.accept = accept
            self.decompresses = decompresses
        }
    }
#endif
