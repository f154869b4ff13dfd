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
        var connectTimeout = Duration.seconds(10)
        /// `true` for the certificates of a server, without a request.
        var isProbe = false
        /// The policy for each address that is connected to; nil for any.
        var peerPolicy: NetworkPolicy?
        var connection = ConnectionSettings()

        /// `true` if sending it twice has the same effect as sending it once.
        var isRepeatable: Bool { body == nil && (method == nil || method == "GET") }

        /// Makes libcurl's transfer; nil with its error for a refused option.
        func makeTransfer(
            _ events: ccurl_events, _ user: UnsafeMutableRawPointer, isFresh: Bool,
            _ code: inout Int32
        ) -> OpaquePointer? {
            var arena = CStrings()
            defer { arena.free() }
            var options = ccurl_options(
                url: arena.text(url), fields: arena.list(fields), connection: connection, &arena)
            options.method = method.map { arena.text($0) }
            options.has_body = body != nil
            options.body_count = body?.byteCount.map { Int64($0) } ?? -1
            options.addresses = addresses.map { arena.text($0) }
            options.connect_timeout = connectTimeout.milliseconds
            // Only what may be sent twice is sent on a connection that may be dead.
            options.is_fresh = isFresh || !isRepeatable
            options.is_probe = isProbe
            return ccurl_transfer_new(&options, events, user, &code)
        }
    }

    /// The settings of a connection; one that is kept serves only transfers with equal ones.
    struct ConnectionSettings: Hashable, Sendable {
        var trustsAnyCertificate = false
        /// The trusted certificates in place of the system's.
        var roots: TrustRoots?
        /// The digests of keys, as libcurl reads them.
        var pins: String?
        var certificate: ClientCertificate.PEM?
        var requiresTLS13 = false
        var proxy: HTTPSettings.Proxy?
    }

    extension ccurl_options {
        fileprivate init(
            url: UnsafePointer<CChar>, fields: UnsafePointer<UnsafePointer<CChar>?>,
            connection: ConnectionSettings, _ arena: inout CStrings
        ) {
            // The texts have no standard value, as they may not be NULL.
            let none = ccurl_blob(bytes: nil, count: 0)
            self.init(
                url: url, method: nil, fields: fields, has_body: false, body_count: -1,
                addresses: nil, connect_timeout: 0, is_fresh: false, is_probe: false,
                trusts_any: false, replaces_roots: false, roots: none, roots_file: nil,
                roots_folder: nil, pins: nil, certificate: none, key: none, key_password: nil,
                requires_tls13: connection.requiresTLS13, proxy: CCURL_NO_PROXY,
                proxy_address: nil,
                proxy_user: nil, proxy_password: nil)
            trusts_any = connection.trustsAnyCertificate
            if let roots = connection.roots {
                replaces_roots = true
                self.roots = arena.blob(roots.bytes)
                roots_file = roots.file.map { arena.text($0) }
                roots_folder = roots.folders.map { arena.text($0) }
            }
            pins = connection.pins.map { arena.text($0) }
            certificate = arena.blob(connection.certificate?.chain)
            key = arena.blob(connection.certificate?.key)
            key_password = connection.certificate?.password.map { arena.text($0) }
            set(connection.proxy, &arena)
        }

        private mutating func set(_ proxy: HTTPSettings.Proxy?, _ arena: inout CStrings) {
            switch proxy {
            case .http(let host, let port, let user, let password):
                self.proxy = CCURL_HTTP
                set(host, port, user, password, &arena)
            case .https(let host, let port, let user, let password):
                self.proxy = CCURL_HTTPS
                set(host, port, user, password, &arena)
            case .socks(let host, let port, let user, let password):
                self.proxy = CCURL_SOCKS5
                set(host, port, user, password, &arena)
            case .socks4(let host, let port, let user):
                self.proxy = CCURL_SOCKS4
                set(host, port, user, nil, &arena)
            case .environment, nil: self.proxy = CCURL_NO_PROXY
            }
        }

        private mutating func set(
            _ host: String, _ port: Int, _ user: String?, _ password: String?,
            _ arena: inout CStrings
        ) {
            let name = host.utf8.contains(58) ? "[\(host)]" : host
            proxy_address = arena.text("\(name):\(port)")
            proxy_user = user.map { arena.text($0) }
            proxy_password = password.map { arena.text($0) }
        }
    }

    /// Copies of texts and bytes for a call of C.
    private struct CStrings {
        private var copies: [UnsafeMutableRawPointer] = []

        private mutating func copy<Element>(_ elements: [Element]) -> UnsafePointer<Element> {
            let room = UnsafeMutablePointer<Element>.allocate(capacity: elements.count)
            room.initialize(from: elements, count: elements.count)
            copies.append(room)
            return UnsafePointer(room)
        }

        mutating func text(_ text: String) -> UnsafePointer<CChar> { copy(Array(text.utf8CString)) }

        mutating func list(_ texts: [String]) -> UnsafePointer<UnsafePointer<CChar>?> {
            copy(texts.map { text($0) } + [nil])
        }

        mutating func blob(_ bytes: [UInt8]?) -> ccurl_blob {
            ccurl_blob(bytes: bytes.map { copy($0) }, count: bytes?.count ?? 0)
        }

        mutating func free() {
            for copy in copies { copy.deallocate() }
        }
    }

    extension Duration {
        /// Whole milliseconds, at least one and at most a month.
        fileprivate var milliseconds: Int64 {
            let bounded = min(max(self, .milliseconds(1)), .seconds(30 * 86_400))
            let (seconds, attoseconds) = bounded.components
            return seconds * 1000 + attoseconds / 1_000_000_000_000_000
        }
    }
#endif
