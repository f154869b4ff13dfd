#if HTTP && os(Linux)
    import CCurlShim
    import WebImageLoading

    /// A request as libcurl gets it.
    struct CurlRequest: Sendable {
        var url: String
        /// The method; nil for HEAD.
        var method: String?
        /// Lines such as `Name: value`.
        var fields: [String] = []
        var body: RequestBody?
        /// The host and its addresses, as `host:port:address,address`.
        var addresses: String?
        /// The time that its look-up took, nil for none.
        var nameTime: Duration?
        var connectTimeout = Duration.seconds(10)
        var connection = ConnectionSettings()

        /// `true` if sending it twice has the same effect as sending it once.
        var isRepeatable: Bool { body == nil && (method == nil || method == "GET") }

        /// Sets the options of a handle.
        func configure(_ handle: CurlHandle, isFresh: Bool) {
            handle.set(CURLOPT_URL, url)
            // Paths are sent as they are, and no other protocol is spoken.
            handle.set(CURLOPT_PATH_AS_IS, 1)
            handle.set(CURLOPT_PROTOCOLS_STR, "http,https")
            // A second transfer waits until it is known whether the first one's connection takes
            // it, too; without TLS that would be its response.
            handle.set(CURLOPT_PIPEWAIT, url.hasPrefix("https:") ? 1 : 0)
            if let body {
                handle.set(CURLOPT_UPLOAD, 1)
                handle.set(CURLOPT_INFILESIZE_LARGE, body.byteCount ?? -1)
            }
            if let method {
                handle.set(CURLOPT_CUSTOMREQUEST, method)
            } else {
                handle.set(CURLOPT_NOBODY, 1)
            }
            handle.set(CURLOPT_HTTPHEADER, fields)
            handle.set(CURLOPT_RESOLVE, addresses.map { [$0] } ?? [])
            // Addresses are handed over for each transfer.
            handle.set(CURLOPT_DNS_CACHE_TIMEOUT, 3600)
            handle.set(CURLOPT_CONNECTTIMEOUT_MS, connectTimeout.milliseconds)
            // Only what may be sent twice is sent on a connection that may be dead.
            handle.set(CURLOPT_FRESH_CONNECT, isFresh || !isRepeatable ? 1 : 0)
            // The bytes that are read at once; libcurl allocates as many for each transfer.
            handle.set(CURLOPT_BUFFERSIZE, 64 << 10)
            handle.set(CURLOPT_NOSIGNAL, 1)
            connection.configure(handle)
        }
    }

    /// The settings of a connection; one that is kept serves only transfers with equal ones.
    struct ConnectionSettings: Hashable, Sendable {
        var trustsAnyCertificate = false
        var roots = TrustRoots()
        /// The digests of keys, as libcurl reads them.
        var pins: String?
        /// The certificate for a server that requires one.
        var certificate: ClientCertificate?
        var requiresTLS13 = false
        /// The proxy, nil to connect directly; never ``HTTPSettings/Proxy/environment``.
        var proxy: HTTPSettings.Proxy?
        /// The policy for each address that is connected to; nil for any.
        var policy: NetworkPolicy?

        fileprivate func configure(_ handle: CurlHandle) {
            if trustsAnyCertificate {
                for option in [
                    CURLOPT_SSL_VERIFYPEER, CURLOPT_SSL_VERIFYHOST, CURLOPT_PROXY_SSL_VERIFYPEER,
                    CURLOPT_PROXY_SSL_VERIFYHOST,
                ] {
                    handle.set(option, 0)
                }
            }
            roots.configure(handle)
            let version = Int(requiresTLS13 ? CURL_SSLVERSION_TLSv1_3 : CURL_SSLVERSION_TLSv1_2)
            handle.set(CURLOPT_SSLVERSION, version)
            handle.set(CURLOPT_PROXY_SSLVERSION, version)
            handle.set(CURLOPT_PINNEDPUBLICKEY, pins)
            // libcurl reads the length of the password of an encrypted key, also without one.
            switch certificate {
            case .files(let chain, let key, let password):
                handle.set(CURLOPT_SSLCERT, chain)
                handle.set(CURLOPT_SSLKEY, key)
                handle.set(CURLOPT_KEYPASSWD, password ?? "")
            case .pem(let chain, let key, let password):
                handle.set(CURLOPT_SSLCERT_BLOB, bytes: chain)
                handle.set(CURLOPT_SSLKEY_BLOB, bytes: key)
                handle.set(CURLOPT_KEYPASSWD, password ?? "")
            case nil: break
            }
            // An empty text keeps libcurl from reading the environment.
            handle.set(CURLOPT_PROXY, proxy?.authority ?? "")
            handle.set(CURLOPT_NOPROXY, "")
            guard let proxy, let (kind, user, password) = proxy.curl else { return }
            handle.set(CURLOPT_PROXYTYPE, Int(kind.rawValue))
            handle.set(CURLOPT_PROXYUSERNAME, user)
            handle.set(CURLOPT_PROXYPASSWORD, password)
            handle.set(CURLOPT_SUPPRESS_CONNECT_HEADERS, 1)
        }
    }

    extension HTTPSettings.Proxy {
        /// libcurl's kind, the user and the password; nil for the environment's.
        fileprivate var curl: (curl_proxytype, user: String?, password: String?)? {
            switch self {
            case .http(_, _, let user, let password): (CURLPROXY_HTTP, user, password)
            case .https(_, _, let user, let password): (CURLPROXY_HTTPS, user, password)
            case .socks(_, _, let user, let password): (CURLPROXY_SOCKS5_HOSTNAME, user, password)
            case .socks4(_, _, let user): (CURLPROXY_SOCKS4A, user, nil)
            case .environment: nil
            }
        }
    }

    extension Duration {
        /// Whole milliseconds, at least one and at most a month.
        fileprivate var milliseconds: Int {
            Int(min(max(self, .milliseconds(1)), .seconds(30 * 86_400)) / .milliseconds(1))
        }
    }
#endif
