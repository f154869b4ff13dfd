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

        init(_ settings: HTTPSettings) {
            certificates = Self.lowercased(settings.clientCertificates)
            pins = Self.lowercased(settings.pinnedKeys)
        }

        private static func lowercased<Value>(_ values: [String: Value]) -> [String: Value] {
            .init(
                values.map { ($0.key.lowercased(), $0.value) }, uniquingKeysWith: { one, _ in one })
        }

        /// Returns the rule for a URL.
        ///
        /// - Throws: A failure of kind `refusedRequest` for anything but an http or https URL.
        func rule(for url: String) throws(LoadFailure) -> HostRule {
            if certificates.isEmpty, pins.isEmpty { return HostRule() }
            let origin: HTTPAddress.Origin
            do {
                origin = try HTTPAddress(url).origin
            } catch {
                throw LoadFailure(.refusedRequest, error.reason)
            }
            guard origin.scheme == "https" else { return HostRule() }
            return HostRule(
                certificate: certificates[origin.name] ?? certificates["*"],
                pins: pins[origin.name] ?? pins["*"])
        }
    }
#endif
