#if HTTP && os(Linux)
    import FoundationEssentials

    /// The address of a store that speaks Redis's protocol, and the account to use there.
    ///
    /// Its description has neither user nor password.
    public struct RedisAddress: Hashable, Sendable {
        let host: String
        let port: Int
        let database: Int
        /// `true` for TLS.
        package let isSecure: Bool
        /// The words of AUTH after its name: user and password, or a password; none for no account.
        let account: [String]

        /// The path of the certificates to trust, nil for the system's.
        let trustRoots: String?

        /// Reads `redis://user:password@host:port/database`, or `rediss://…` for TLS; nil for other
        /// texts.
        ///
        /// All but the host may be missing; then the port is 6379, the database 0. User and
        /// password are percent-encoded.
        ///
        /// - Parameter trustRoots: The path of a PEM file with the certificates to trust in place
        ///   of the system's.
        public init?(_ text: String, trustRoots: String? = nil) {
            guard let parts = URLComponents(string: text), let scheme = parts.scheme?.lowercased(),
                ["redis", "rediss"].contains(scheme), let host = parts.host, !host.isEmpty,
                parts.query == nil, parts.fragment == nil, 1...65_535 ~= parts.port ?? 6_379,
                let database = Int("0" + parts.path.dropFirst()), parts.path.utf8.count < 6,
                parts.user?.isEmpty != false || parts.password?.isEmpty == false
            else { return nil }
            self.host = host.filter { !"[]".contains($0) }
            port = parts.port ?? 6_379
            self.database = database
            isSecure = scheme == "rediss"
            self.trustRoots = trustRoots
            account = [parts.user, parts.password].compactMap { $0 }.filter { !$0.isEmpty }
        }

        /// The host and port, as in an address.
        var place: String { "\(host.contains(":") ? "[\(host)]" : host):\(port)" }
    }

    extension RedisAddress: CustomStringConvertible {
        /// Scheme, host, port and database.
        public var description: String { "redis\(isSecure ? "s" : "")://\(place)/\(database)" }
    }
#endif
