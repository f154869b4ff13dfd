#if HTTP
    import WebImageCaching
    import WebImageCoding
    import WebImageLoading

    /// All that decides which servers a transport believes, and which user it is to them.
    ///
    /// Connections take these settings from here alone, and ``identity`` passes all of them to
    /// keys.
    struct TLSTrust: Sendable {
        /// The settings that all connections share.
        private let shared: ConnectionSettings
        private let certificates: [String: ClientCertificate]
        private let pins: [String: String]
        /// The name in keys: files by their content; nil for the settings by default.
        let identity: String?

        /// - Parameter environment: The variables of the process that are not empty.
        init(_ settings: HTTPSettings, _ environment: [String: String]) {
            let roots = TrustRoots(
                file: environment["SSL_CERT_FILE"], folders: environment["SSL_CERT_DIR"],
                extra: settings.extraTrustRoots)
            shared = ConnectionSettings(
                trustsAnyCertificate: settings.trustsAnyCertificate, roots: roots,
                requiresTLS13: settings.requiresTLS13)
            certificates = Self.byHost(settings.clientCertificates)
            pins = Self.byHost(settings.pinnedKeys.mapValues(Self.spelling))
            let lists = [
                ("pins", pins), ("certificates", certificates.mapValues(\.digest)),
            ].filter { !$0.1.isEmpty }
            let names =
                (settings.trustsAnyCertificate ? ["unchecked"] : []) + roots.names
                + (settings.requiresTLS13 ? ["1.3"] : [])
                + lists.map { "\($0)(\(Self.digest(of: $1)))" }
            identity = names.isEmpty ? nil : "tls(\(names.joined(separator: ",")))"
        }

        /// Returns the settings of connections to an origin, without proxy and policy.
        func settings(for origin: HTTPAddress.Origin) -> ConnectionSettings {
            var settings = shared
            guard origin.scheme == "https", !certificates.isEmpty || !pins.isEmpty else {
                return settings
            }
            let host = Self.canonical(origin.host)
            settings.certificate = certificates[host] ?? certificates["*"]
            settings.pins = pins[host] ?? pins["*"]
            return settings
        }

        private static func byHost<Value>(_ values: [String: Value]) -> [String: Value] {
            .init(
                values.map { (canonical($0.key), $0.value) }, uniquingKeysWith: { one, _ in one })
        }

        /// Returns the one spelling of a host: of an address, of a name in any script, without a
        /// dot at its end.
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

        /// Returns a digest of texts by host.
        private static func digest(of texts: [String: String]) -> String {
            let lines = texts.map { "\($0.spelling)=\($1.spelling)" }.sorted()
            return SHA256.hexDigest(of: lines.joined(separator: "\n").utf8)
        }
    }

    extension ClientCertificate {
        /// The digest of the certificate, which is what servers know the user by.
        fileprivate var digest: String {
            switch self {
            case .files(let chain, _, _): FileDigest.of(chain)
            case .pem(let chain, _, _): SHA256.hexDigest(of: chain)
            }
        }
    }

    /// The content of files of certificates, as it stands in keys.
    enum FileDigest {
        /// The most bytes that are read; the certificates of a system have some hundred thousand.
        private static let mostBytes = 16 << 20

        /// Returns the digest of a file's bytes; of its path if it cannot be read, or is no file.
        static func of(_ path: String) -> String {
            guard let file = try? SourceFile(path), 1...mostBytes ~= file.byteCount,
                let bytes = try? file.readNext(file.byteCount)
            else { return "path-" + SHA256.hexDigest(of: path.utf8) }
            return bytes.withUnsafeBytes { SHA256.hexDigest(of: $0) }
        }
    }
#endif
