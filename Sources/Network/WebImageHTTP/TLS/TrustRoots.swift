#if HTTP && os(Linux)
    import CCurlShim
    import FoundationEssentials
    import WebImageCaching
    import WebImageLoading

    /// The certificates to trust: the system's, or those that the environment names in their place,
    /// as with OpenSSL; besides them the settings' own.
    struct TrustRoots: Hashable, Sendable {
        /// The environment's PEM file.
        var file: String?
        /// The environment's folders with hashed names, separated by colons.
        var folders: String?
        /// The PEM file of the settings.
        var extra: String?

        /// The system's certificates, as libcurl was built to find them.
        private static let system = {
            let info = ccurl().pointee.curl_version_info(CURLVERSION_TENTH)?.pointee
            return TrustRoots(
                file: info?.cainfo.map { String(cString: $0) },
                folders: info?.capath.map { String(cString: $0) })
        }()

        /// Sets the options of a handle.
        func configure(_ handle: CurlHandle) {
            var (file, folders) = (file, folders)
            if file == nil, folders == nil {
                (file, folders) = (Self.system.file, Self.system.folders)
                // libcurl keeps the certificates of a file, unless it has to look into a folder;
                // that costs nothing until a certificate is looked for.
                if extra != nil, folders != nil { file = nil }
                if extra == nil, file != nil { folders = nil }
            }
            if let first = file, let second = extra {
                // libcurl reads one file. It reports one that is missing.
                let files = [first, second].map { FileManager.default.contents(atPath: $0) }
                if let bytes = files[0], let more = files[1] {
                    let both = Array(bytes) + [10] + Array(more)
                    handle.set(CURLOPT_CAINFO_BLOB, bytes: both)
                    handle.set(CURLOPT_PROXY_CAINFO_BLOB, bytes: both)
                } else if files[1] == nil {
                    file = second
                }
            }
            handle.set(CURLOPT_CAINFO, file ?? extra)
            handle.set(CURLOPT_PROXY_CAINFO, file ?? extra)
            handle.set(CURLOPT_CAPATH, folders)
            handle.set(CURLOPT_PROXY_CAPATH, folders)
        }
    }

    // Roots in keys.
    extension TrustRoots {
        /// The places of systems' own certificates, which are not in keys: each update changes
        /// them.
        private static let placesOfSystems: Set<String> = [
            "/etc/ssl/certs/ca-certificates.crt", "/etc/ssl/certs/ca-bundle.crt",
            "/etc/ssl/ca-bundle.pem", "/etc/ssl/cert.pem", "/etc/pki/tls/cert.pem",
            "/etc/pki/tls/certs/ca-bundle.crt",
            "/etc/pki/ca-trust/extracted/pem/tls-ca-bundle.pem", "/etc/ssl/certs",
            "/etc/pki/tls/certs", "/usr/lib/ssl/certs",
        ]

        /// The parts of keys: the content of all certificates that are not the system's.
        var names: [String] {
            let places = [file].compactMap(\.self) + list
            let isOfSystem = Self.placesOfSystems.isSuperset(of: places)
            let texts = places.map {
                Self.placesOfSystems.contains($0) ? $0 : Self.content(of: $0)
            }
            let digest = SHA256.hexDigest(of: texts.joined(separator: "\n").utf8)
            return (isOfSystem ? [] : ["in-place(\(digest))"])
                + (extra.map { ["besides(\(FileDigest.of($0)))"] } ?? [])
        }

        private var list: [String] { folders?.split(separator: ":").map(String.init) ?? [] }

        /// Returns the digest of a file, or of the files in a folder with their names.
        private static func content(of path: String) -> String {
            guard let names = try? FileManager.default.contentsOfDirectory(atPath: path) else {
                return FileDigest.of(path)
            }
            return names.sorted().map { "\($0.spelling)=\(FileDigest.of("\(path)/\($0)"))" }
                .joined(separator: ";")
        }
    }
#endif
