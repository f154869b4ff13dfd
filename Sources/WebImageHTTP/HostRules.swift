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
            certificates = Self.byHost(settings.clientCertificates)
            pins = Self.byHost(settings.pinnedKeys)
        }

        private static func byHost<Value>(_ values: [String: Value]) -> [String: Value] {
            .init(
                values.map { (canonical($0.key), $0.value) }, uniquingKeysWith: { one, _ in one })
        }

        /// Returns the one spelling of a host: of an address, of a name in any script, without a dot at
        /// its end.
        private static func canonical(_ host: String) -> String {
            if let address = IPAddress(anySpelling: host) { return address.description }
            let name = (try? HTTPAddress("https://\(host)"))?.origin.name ?? host.lowercased()
            return name.last == "." ? String(name.dropLast()) : name
        }

        /// Returns the rule for an origin.
        ///
        /// - Throws: A failure of kind `refusedRequest` for a proxy of the environment that cannot be
        ///   used.
        func rule(for origin: HTTPAddress.Origin) throws(LoadFailure) -> HostRule {
            if certificates.isEmpty, pins.isEmpty, proxy == nil { return HostRule() }
            let proxy = proxy == .environment ? try environment.proxy(for: origin) : proxy
            guard origin.scheme == "https" else { return HostRule(proxy: proxy) }
            let host = Self.canonical(origin.host)
            return HostRule(
                certificate: certificates[host] ?? certificates["*"],
                pins: pins[host] ?? pins["*"], proxy: proxy)
        }
    }

    extension HTTPAddress.Origin {
        /// The host without the brackets of an IPv6 address.
        var name: String {
            host.utf8.first == 91 ? String(host.dropFirst().dropLast()) : host
        }
    }
#endif
