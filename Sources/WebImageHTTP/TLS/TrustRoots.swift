#if HTTP && os(Linux)
    import CCurlShim
    import FoundationEssentials

    /// The certificates to trust: the system's, or those that the environment names in their place, as
    /// with OpenSSL; besides them those of the settings.
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
                // libcurl reads one file. One that is missing is told by it.
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
#endif
