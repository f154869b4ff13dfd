#if HTTP && os(Linux)
    import CCurlShim
    import FoundationEssentials
    import Glibc
    import Synchronization

    /// Trusted certificates in place of those that libcurl reads by itself.
    struct TrustRoots: Hashable, Sendable {
        /// A PEM file.
        var file: String?
        /// Folders with hashed names, separated by colons.
        var folders: String?
        /// PEM in memory, in place of a file.
        var bytes: [UInt8]?

        /// Returns the certificates of the settings and of the environment; nil for the system's.
        ///
        /// The environment's replace the system's, as with OpenSSL: a file, and folders whose files are
        /// named by hashes. Those of the settings are added.
        static func of(_ settings: HTTPSettings, _ environment: [String: String]) -> TrustRoots? {
            let file = environment["SSL_CERT_FILE"]
            let folders = environment["SSL_CERT_DIR"]
            let isReplaced = file != nil || folders != nil
            guard isReplaced || settings.extraTrustRoots != nil else { return nil }
            var roots = isReplaced ? TrustRoots(file: file, folders: folders) : .system
            // A folder with hashed names costs nothing until a certificate is looked for.
            if !isReplaced, roots.folders != nil { roots.file = nil }
            if let extra = settings.extraTrustRoots { roots.add(extra) }
            return roots
        }

        /// The system's certificates, as libcurl was built to find them.
        static let system = {
            let info = ccurl().pointee.curl_version_info(CURLVERSION_TENTH)?.pointee
            return TrustRoots(
                file: info?.cainfo.map { String(cString: $0) },
                folders: info?.capath.map { String(cString: $0) })
        }()

        private mutating func add(_ path: String) {
            guard let file else {
                self.file = path
                return
            }
            let both = [file, path].map { FileManager.default.contents(atPath: $0) }
            // A missing file is told by libcurl, which opens it.
            if both[0] == nil { return }
            if both[1] == nil {
                self.file = path
                return
            }
            bytes = both.flatMap { Array($0 ?? Data()) + [10] }
            self.file = nil
        }
    }

    /// The trusted certificates of a transport, found at the first use.
    final class LazyTrustRoots: Sendable {
        private let settings: HTTPSettings
        private let environment: [String: String]
        private let found = Mutex<TrustRoots??>(nil)

        init(_ settings: HTTPSettings, _ environment: [String: String]) {
            self.settings = settings
            self.environment = environment
        }

        /// The certificates, nil for the system's; read once libcurl is loaded.
        var value: TrustRoots? {
            found.withLock { found in
                if let found { return found }
                let roots = TrustRoots.of(settings, environment)
                found = .some(roots)
                return roots
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
