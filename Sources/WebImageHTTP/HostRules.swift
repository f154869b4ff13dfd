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
            certificates = Self.lowercased(settings.clientCertificates)
            pins = Self.lowercased(settings.pinnedKeys)
        }

        private static func lowercased<Value>(_ values: [String: Value]) -> [String: Value] {
            .init(
                values.map { ($0.key.lowercased(), $0.value) }, uniquingKeysWith: { one, _ in one })
        }

        /// Returns the rule for an origin.
        ///
        /// - Throws: A failure of kind `refusedRequest` for a proxy of the environment that cannot be
        ///   used.
        func rule(for origin: HTTPAddress.Origin) throws(LoadFailure) -> HostRule {
            if certificates.isEmpty, pins.isEmpty, proxy == nil { return HostRule() }
            let proxy = proxy == .environment ? try environment.proxy(for: origin) : proxy
            guard origin.scheme == "https" else { return HostRule(proxy: proxy) }
            return HostRule(
                certificate: certificates[origin.name] ?? certificates["*"],
                pins: pins[origin.name] ?? pins["*"], proxy: proxy)
        }
    }

    extension HTTPAddress.Origin {
        /// The host without the brackets of an IPv6 address.
        var name: String {
            host.utf8.first == 91 ? String(host.dropFirst().dropLast()) : host
        }
    }
#endif
