#if HTTP
    import WebImageCaching
    import WebImageLoading

    /// The proxies that the environment names, read as curl does: `http_proxy`, `https_proxy`,
    /// `all_proxy` and `no_proxy`, also in upper case.
    ///
    /// `HTTP_PROXY` is ignored in a CGI program, where it is a field of the client's request.
    struct ProxyEnvironment: Sendable {
        /// A host that is reached directly: all, an address block, or a name with its subdomains.
        private struct Exception: Sendable {
            var isAll = false
            var block: AddressRange?
            var name = ""
            var port: Int?

            init(_ text: Substring) {
                isAll = text == "*"
                block = AddressRange(text.filter { $0 != "[" && $0 != "]" })
                guard !isAll, block == nil else { return }
                let parts = text.split(separator: ":", maxSplits: 1)
                port = parts.count > 1 ? Int(parts[1]) : nil
                let host = parts.first.map(String.init) ?? ""
                name = String(host.trimmingPrefix("*").trimmingPrefix(".")).lowercased()
            }

            func contains(_ origin: HTTPAddress.Origin) -> Bool {
                if isAll { return true }
                guard port == nil || port == origin.port else { return false }
                let host = origin.name
                let address = IPAddress(anySpelling: host)
                if let block { return address.map(block.contains) ?? false }
                if name.isEmpty || host == name { return host == name }
                return address == nil && host.hasSuffix("." + name)
            }
        }

        private let proxies: [String: String]
        private let exceptions: [Exception]

        init(_ environment: [String: String]) {
            func first(_ names: String...) -> String? {
                names.lazy.compactMap { environment[$0] }.first
            }
            let others = first("all_proxy", "ALL_PROXY")
            let isCGI = environment["REQUEST_METHOD"] != nil
            proxies = [
                "http": first("http_proxy") ?? (isCGI ? nil : first("HTTP_PROXY")) ?? others,
                "https": first("https_proxy", "HTTPS_PROXY") ?? others,
            ].compactMapValues { $0 }
            exceptions = (first("no_proxy", "NO_PROXY") ?? "")
                .split { $0 == "," || $0.isWhitespace }.map(Exception.init)
        }

        /// Returns the proxy for an origin, nil for none.
        ///
        /// - Throws: A failure of kind `refusedRequest` for a proxy that cannot be used.
        func proxy(
            for origin: HTTPAddress.Origin
        ) throws(LoadFailure) -> HTTPSettings.Proxy? {
            guard let text = proxies[origin.scheme],
                !exceptions.contains(where: { $0.contains(origin) })
            else { return nil }
            guard let proxy = HTTPSettings.Proxy(url: text) else {
                throw LoadFailure(
                    .refusedRequest,
                    "the environment's proxy for \(origin.scheme) is none that "
                        + "can be used: http://user:password@host:port, https, socks5 or socks4")
            }
            return proxy
        }
    }

    extension HTTPSettings.Proxy {
        /// Reads the URL of a proxy; nil for one that cannot be used.
        ///
        /// The forms are `http://user:password@host:port`, the same with `https`, `socks5` and
        /// `socks5h`, and `socks4://user@host:port`, also as `socks4a`; one without a scheme is an
        /// HTTP proxy.
        public init?(url text: String) {
            let (scheme, rest) =
                HTTPAddress.splitScheme(text).flatMap { parts in
                    parts.rest.hasPrefix("//") ? (parts.scheme, String(parts.rest)) : nil
                } ?? ("http", "//" + text)
            guard let address = try? HTTPAddress("http:" + rest),
                let secure = try? HTTPAddress("https:" + rest)
            else { return nil }
            let host = address.origin.name
            // The two differ where the URL names no port.
            let port = secure.origin.port == address.origin.port ? secure.origin.port : nil
            let words = address.credentials?.split(
                separator: 58, maxSplits: 1, omittingEmptySubsequences: false
            ).map { String(decoding: $0, as: UTF8.self) }
            let (user, password) = (words?.first, words?.last)
            switch scheme {
            case "http": self = .http(host: host, port: port ?? 80, user: user, password: password)
            case "https":
                self = .https(host: host, port: port ?? 443, user: user, password: password)
            case "socks5", "socks5h":
                self = .socks(host: host, port: port ?? 1080, user: user, password: password)
            case "socks4", "socks4a": self = .socks4(host: host, port: port ?? 1080, user: user)
            default: return nil
            }
        }
    }

    extension HTTPSettings.Proxy {
        /// Host and port; nil for the environment's.
        var place: (host: String, port: Int)? {
            switch self {
            case .http(let host, let port, _, _), .https(let host, let port, _, _),
                .socks(let host, let port, _, _), .socks4(let host, let port, _):
                (host, port)
            case .environment: nil
            }
        }

        /// Host and port for messages.
        var authority: String {
            place.map { "\($0.host.contains(":") ? "[\($0.host)]" : $0.host):\($0.port)" } ?? ""
        }
    }
#endif
