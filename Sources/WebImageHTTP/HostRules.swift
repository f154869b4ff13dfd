#if HTTP
    import WebImageCaching
    import WebImageLoading

    /// The rules of all hosts, made of the settings and of the environment.
    struct HostRules: Sendable {
        /// The settings that all connections share.
        private let shared: ConnectionSettings
        private let certificates: [String: ClientCertificate]
        private let pins: [String: String]
        private let environment: ProxyEnvironment

        init(_ settings: HTTPSettings, _ environment: [String: String]) {
            let environment = environment.filter { !$0.value.isEmpty }
            self.environment = ProxyEnvironment(environment)
            shared = ConnectionSettings(
                trustsAnyCertificate: settings.trustsAnyCertificate,
                roots: TrustRoots(
                    file: environment["SSL_CERT_FILE"], folders: environment["SSL_CERT_DIR"],
                    extra: settings.extraTrustRoots),
                requiresTLS13: settings.requiresTLS13, proxy: settings.proxy)
            certificates = Self.byHost(settings.clientCertificates)
            pins = Self.byHost(settings.pinnedKeys.mapValues(Self.spelling))
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

        /// Returns pins as libcurl reads them; it would take one without the prefix for a file.
        private static func spelling(of pins: Set<String>) -> String {
            let digests = pins.map { $0.hasPrefix("sha256//") ? $0 : "sha256//" + $0 }
            return (digests.isEmpty ? ["sha256//none"] : digests.sorted()).joined(separator: ";")
        }

        /// Returns the settings of connections to an origin.
        ///
        /// - Throws: A failure of kind `refusedRequest` for a proxy of the environment that cannot be
        ///   used.
        func settings(
            for origin: HTTPAddress.Origin, under policy: NetworkPolicy?
        ) throws(LoadFailure) -> ConnectionSettings {
            var settings = shared
            settings.policy = policy
            if settings.proxy == .environment {
                settings.proxy = try environment.proxy(for: origin)
            }
            guard origin.scheme == "https", !certificates.isEmpty || !pins.isEmpty else {
                return settings
            }
            let host = Self.canonical(origin.host)
            settings.certificate = certificates[host] ?? certificates["*"]
            settings.pins = pins[host] ?? pins["*"]
            return settings
        }
    }

    extension HTTPAddress.Origin {
        /// The host without the brackets of an IPv6 address.
        var name: String {
            host.utf8.first == 91 ? String(host.dropFirst().dropLast()) : host
        }
    }
#endif
