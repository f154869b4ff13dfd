#if HTTP
    import WebImageCaching
    import WebImageLoading

    /// The rules of all hosts, made of the settings and of the environment.
    struct HostRules: Sendable {
        let trust: TLSTrust
        private let proxy: HTTPSettings.Proxy?
        private let environment: ProxyEnvironment

        init(_ settings: HTTPSettings, _ environment: [String: String]) {
            let environment = environment.filter { !$0.value.isEmpty }
            self.environment = ProxyEnvironment(environment)
            trust = TLSTrust(settings, environment)
            proxy = settings.proxy
        }

        /// Returns the settings of connections to an origin.
        ///
        /// - Throws: A failure of kind `refusedRequest` for a proxy of the environment that cannot
        ///   be used.
        func settings(
            for origin: HTTPAddress.Origin, under policy: NetworkPolicy?
        ) throws(LoadFailure) -> ConnectionSettings {
            var settings = trust.settings(for: origin)
            settings.policy = policy
            settings.proxy = proxy == .environment ? try environment.proxy(for: origin) : proxy
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
