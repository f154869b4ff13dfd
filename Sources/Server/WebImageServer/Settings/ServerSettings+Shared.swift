#if Server
    import NIOSSL
    import WebImage
    import WebImageRedis
    import WebImageURLs

    // Settings of several variables, or of several servers.
    extension ServerSettings {
        /// Reads the address of metrics, which is not that of pictures.
        mutating func readMetrics(
            _ read: inout EnvironmentReader, _ name: String
        ) throws(SettingFault) {
            let form = SettingForm<Any>.address("an address other than that of BIND")
            let isSet = try read(
                name, form, &metricsAddress, "Address of metrics for Prometheus, and of removals")
            if isSet, let metricsAddress, metricsAddress == (host, port) {
                throw read.fault(String(name.prefix { $0 != " " }), expected: form.words)
            }
        }

        mutating func readQualities(_ read: inout EnvironmentReader) throws(SettingFault) {
            try read("QUALITY", .quality, &encoding.quality, "Quality of formats without their own")
            let qualities = try read(
                "FORMAT_QUALITY", .qualities, standard: "webp=79,avif=63,jxl=77", "Qualities")
            encoding.formatQualities.merge(qualities ?? [:]) { $1 }
        }

        /// Reads the status and lifetime of the fallback's responses, which without a picture have no effect.
        mutating func readFallback(
            _ read: inout EnvironmentReader, _ picture: StoredPicture?, _ statusName: String,
            _ lifetimeName: String
        ) throws(SettingFault) {
            var (status, lifetime) = (200, Int?.none)
            try read(
                statusName, .count(0...599), &status, "Status of a fallback; 0 for its failure's")
            guard status == 0 || status >= 200 && ![204, 205, 304].contains(status) else {
                throw read.fault(statusName, expected: "a status with a body, or 0")
            }
            let range = 0...Int(Int32.max)
            try read(
                lifetimeName, .countOrNone(range), &lifetime, "Seconds of clients; 0 for the usual")
            guard let picture else {
                let set = [statusName, lifetimeName].filter { read.text($0) != nil }
                ignoredVariables += set.map {
                    "\(read.prefix)\($0) has no effect without a picture"
                }
                return
            }
            var rule = FallbackSettings(picture)
            (rule.status, rule.lifetime) = (status == 0 ? nil : status, lifetime)
            fallback = rule
        }

        mutating func readRedis(_ read: inout EnvironmentReader) throws(SettingFault) {
            let roots = SettingForm("a file of certificates in PEM, for rediss://…") { path in
                (try? NIOSSLCertificate.fromPEMFile(path))?.isEmpty == false ? path : nil
            }
            let form = "redis://user:password@host:port/database, or rediss://…"
            try read(
                "REDIS", SettingForm(form, isSecret: true) { RedisAddress($0) }, &redis,
                "Store that servers share, after the folder; user and password percent-encoded")
            guard let path = try read("REDIS_CA_FILE", roots, "Roots of its TLS") else { return }
            redis = RedisAddress(read.text("REDIS") ?? "", trustRoots: path) ?? redis
            if redis?.isSecure != true {
                throw read.fault("REDIS_CA_FILE", expected: roots.words)
            }
        }
    }

    extension TLSFiles {
        /// Reads the names of both files; nil if neither is set.
        init?(_ read: inout EnvironmentReader) throws(SettingFault) {
            let certificate = try read(
                "TLS_CERTIFICATE --tls-certificate", .text, "File of the certificate in PEM")
            let key = try read("TLS_KEY --tls-key", .text, "File of its key in PEM")
            guard certificate != nil || key != nil else { return nil }
            self.init(certificate: certificate ?? "", key: key ?? "")
            guard (try? configuration()) != nil else {
                throw read.fault(
                    "TLS_CERTIFICATE",
                    expected: "with TLS_KEY the files of a certificate and its key in PEM")
            }
        }
    }
#endif
