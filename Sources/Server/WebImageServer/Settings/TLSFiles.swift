#if Server
    import NIOSSL

    /// The files of a server's certificate and key, as PEM; they are read when it starts.
    ///
    /// With them the server speaks HTTP/2 and HTTP/1.1 over TLS 1.2 or later, without them HTTP/1.1.
    public struct TLSFiles: Hashable, Sendable {
        /// The path of the certificate, followed by those that signed it.
        public var certificate: String
        /// The path of the key.
        public var key: String

        /// Creates the names of files in PEM.
        public init(certificate: String, key: String) {
            (self.certificate, self.key) = (certificate, key)
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
