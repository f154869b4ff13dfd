#if HTTP
    public import WebImageLoading

    /// The connection settings and trust roots of a transport, the same for all its exchanges.
    public struct HTTPSettings: Hashable, Sendable {
        /// A proxy server for connections, taken from the environment only by ``environment``.
        public enum Proxy: Hashable, Sendable {
            /// An HTTP proxy, which forwards http and opens a tunnel (`CONNECT`) for https.
            ///
            /// Credentials are sent as Basic authorization if user and password are given.
            case http(host: String, port: Int, user: String? = nil, password: String? = nil)
            /// The same, over TLS.
            case https(host: String, port: Int, user: String? = nil, password: String? = nil)
            /// A SOCKS5 proxy, which looks up the names of servers.
            case socks(host: String, port: Int, user: String? = nil, password: String? = nil)
            /// A SOCKS4 proxy, which looks up the names of servers (SOCKS4a).
            case socks4(host: String, port: Int, user: String? = nil)
            /// The proxies that the environment names: `http_proxy`, `https_proxy`, `all_proxy`,
            /// but for the hosts of `no_proxy`, each also in upper case.
            ///
            /// `HTTP_PROXY` is ignored in a CGI program. The variables are read when the transport
            /// is created.
            case environment
        }

        /// The default `User-Agent`.
        public static let standardUserAgent = "WebImage/\(libraryVersion)"

        /// The proxy, nil to connect directly.
        public var proxy: Proxy?
        /// The path of a PEM file with certificates to trust besides the system's, nil for none.
        ///
        /// The environment's `SSL_CERT_FILE` (a PEM file) and `SSL_CERT_DIR` (directories with
        /// hashed names) stand in for the system's certificates, as with OpenSSL.
        public var extraTrustRoots: String?
        /// `true` if certificates of servers are not checked, so that any machine on the way can
        /// read and change what is sent; `false` by default.
        ///
        /// ``pinnedKeys`` hold all the same.
        public var trustsAnyCertificate: Bool
        /// The certificates of the program by the host that may ask for them; `*` for all others.
        public var clientCertificates: [String: ClientCertificate]
        /// The keys of servers by host, one of which a server must have; `*` for all other hosts.
        ///
        /// A key is the SHA-256 digest of the SubjectPublicKeyInfo in base64, with or without the
        /// prefix `sha256//`. A server with another key is refused before a request is sent, also
        /// if its certificate is trusted; one with a pinned key must be trusted as well.
        public var pinnedKeys: [String: Set<String>]
        /// `true` if servers must speak TLS 1.3; by default 1.2 or later.
        public var requiresTLS13: Bool
        /// The `User-Agent` of a request without one, nil to send none.
        public var userAgent: String?
        /// The `Accept` of a request without one, nil to send none.
        public var accept: String?
        /// `true` if gzip and deflate are requested.
        ///
        /// A body that comes encoded is decoded in any case; `LoadLimits.maxBodyBytes` limits the
        /// decoded bytes.
        public var decompresses: Bool
        /// The rule that may refuse redirects of loads, or change the next request; nil for none.
        public var onRedirect: RedirectRule?

        /// Creates settings; by default direct, with the system's trust roots, decompressing.
        ///
        /// Each parameter is the property of its name.
        public init(
            proxy: Proxy? = nil, extraTrustRoots: String? = nil,
            trustsAnyCertificate: Bool = false,
            clientCertificates: [String: ClientCertificate] = [:],
            pinnedKeys: [String: Set<String>] = [:], requiresTLS13: Bool = false,
            userAgent: String? = HTTPSettings.standardUserAgent,
            accept: String? = "image/*,*/*;q=0.8", decompresses: Bool = true,
            onRedirect: RedirectRule? = nil
        ) {
            self.proxy = proxy
            self.extraTrustRoots = extraTrustRoots
            self.trustsAnyCertificate = trustsAnyCertificate
            self.clientCertificates = clientCertificates
            self.pinnedKeys = pinnedKeys
            self.requiresTLS13 = requiresTLS13
            self.userAgent = userAgent
            self.accept = accept
            self.decompresses = decompresses
            self.onRedirect = onRedirect
        }
    }
#endif
