#if HTTP
    import FoundationEssentials
    import NIOSSL
    import WebImageLoading

    #if canImport(Darwin)
        import Darwin
    #else
        import Glibc
    #endif

    extension TLSConfiguration {
        /// Creates the configuration of a client's connections.
        ///
        /// - Throws: A failure of kind `tls` if the client certificate cannot be read.
        init(
            _ settings: HTTPSettings, _ rule: HostRule, _ environment: [String: String]
        ) throws(LoadFailure) {
            self = .makeClientConfiguration()
            // RFC 8996 deprecates the earlier versions.
            minimumTLSVersion = .tlsv12
            trust(environment)
            if settings.trustsAnyCertificate { certificateVerification = .none }
            if let path = settings.extraTrustRoots { additionalTrustRoots.append(.file(path)) }
            try rule.certificate?.add(to: &self)
        }

        /// Trusts the certificates that the environment names in place of the system's, as OpenSSL
        /// does: a file, and directories whose files are named by hashes.
        ///
        /// NIOSSL looks into one directory, so the certificates of others are read here.
        private mutating func trust(_ environment: [String: String]) {
            let file = environment["SSL_CERT_FILE"]
            let directories = (environment["SSL_CERT_DIR"] ?? "").split(separator: ":")
                .map(String.init).filter { access($0, R_OK) == 0 }
            if let first = directories.first {
                trustRoots = .file(first)
                if let file { additionalTrustRoots = [.file(file)] }
            } else if let file {
                trustRoots = .file(file)
            } else if environment["SSL_CERT_DIR"] != nil {
                trustRoots = .certificates([])
            }
            additionalTrustRoots += directories.dropFirst().map {
                .certificates(Self.certificates(in: $0))
            }
        }

        private static func certificates(in directory: String) -> [NIOSSLCertificate] {
            let names = (try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? []
            return names.flatMap {
                (try? NIOSSLCertificate.fromPEMFile(directory + "/" + $0)) ?? []
            }
        }
    }

    /// The variables of the process that apply to connections.
    enum ProcessEnvironment {
        private static let names = ["SSL_CERT_FILE", "SSL_CERT_DIR"] + ProxyEnvironment.names

        /// The values that are set and not empty.
        static var current: [String: String] {
            var values: [String: String] = [:]
            for name in names {
                guard let text = getenv(name).map({ String(cString: $0) }), !text.isEmpty
                else { continue }
                values[name] = text
            }
            return values
        }
    }
#endif
