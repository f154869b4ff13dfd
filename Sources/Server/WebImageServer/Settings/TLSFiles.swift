#if Server
    import NIOSSL
    import WebImageURLs

    /// The files of a server's certificate and key, as PEM; they are read when it starts.
    ///
    /// With them the server speaks HTTP/2 and HTTP/1.1 over TLS 1.2 or later, without them
    /// HTTP/1.1.
    public struct TLSFiles: Hashable, Sendable {
        /// The path of the certificate, followed by those that signed it.
        public var certificate: String
        /// The path of the key.
        public var key: String

        /// Creates the names of files in PEM.
        public init(certificate: String, key: String) {
            (self.certificate, self.key) = (certificate, key)
        }

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

        /// Returns the configuration of connections.
        ///
        /// - Throws: The error of NIOSSL if a file cannot be read.
        func configuration() throws -> TLSConfiguration {
            let chain = try NIOSSLCertificate.fromPEMFile(certificate)
            let key = try NIOSSLPrivateKey(file: key, format: .pem)
            var configuration = TLSConfiguration.makeServerConfiguration(
                certificateChain: chain.map { .certificate($0) }, privateKey: .privateKey(key))
            configuration.minimumTLSVersion = .tlsv12
            return configuration
        }
    }
#endif
