#if HTTP
    import WebImageCaching
    import WebImageLoading

    /// The settings of a connection that depend on its URL.
    struct HostRule: Hashable, Sendable {
        /// The certificate for a server that requires one.
        var certificate: ClientCertificate?
        /// The keys of which the server must have one; nil for any.
        var pins: Set<String>?
        /// The proxy, nil to connect directly; never ``HTTPSettings/Proxy/environment``.
        var proxy: HTTPSettings.Proxy?
        /// `true` if the proxy forwards requests instead of opening a tunnel.
        var isForwarded = false

        /// Returns the URL that reaches the next server of an http or https URL.
        func target(of url: String) -> String {
            guard isForwarded, case .http(let host, let port, _, _) = proxy,
                let address = try? HTTPAddress(url)
            else { return url }
            let target = address.path + (address.query.map { "?\($0)" } ?? "")
            return "http://\(host.contains(":") ? "[\(host)]" : host):\(port)\(target)"
        }
    }

    /// The rules of all hosts, made of the settings and of the environment.
    struct HostRules: Sendable {
        private let certificates: [String: ClientCertificate]
        private let pins: [String: Set<String>]
        private let proxy: HTTPSettings.Proxy?
        private let environment: ProxyEnvironment

        init(_ settings: HTTPSettings, _ environment: [String: String]) {
            proxy = settings.proxy
            self.environment = ProxyEnvironment(environment)
            certificates = Self.lowercased(settings.clientCertificates)
            pins = Self.lowercased(settings.pinnedKeys)
        }

        private static func lowercased<Value>(_ values: [String: Value]) -> [String: Value] {
            .init(
                values.map { ($0.key.lowercased(), $0.value) }, uniquingKeysWith: { one, _ in one })
        }

        /// Returns the rule for a URL.
        ///
        /// - Throws: A failure of kind `refusedRequest` for anything but an http or https URL, and
        ///   for a proxy of the environment that cannot be used.
        func rule(for url: String) throws(LoadFailure) -> HostRule {
            if certificates.isEmpty, pins.isEmpty, proxy == nil { return HostRule() }
            let origin: HTTPAddress.Origin
            do {
                origin = try HTTPAddress(url).origin
            } catch {
                throw LoadFailure(.refusedRequest, error.reason)
            }
            let proxy = proxy == .environment ? try environment.proxy(for: origin) : proxy
            guard origin.scheme == "https" else {
                guard case .http = proxy else { return HostRule(proxy: proxy) }
                return HostRule(proxy: proxy, isForwarded: true)
            }
            return HostRule(
                certificate: certificates[origin.name] ?? certificates["*"],
                pins: pins[origin.name] ?? pins["*"], proxy: proxy)
        }
    }
#endif
