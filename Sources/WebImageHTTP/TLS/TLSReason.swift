#if HTTP
    import NIOSSL

    /// The reasons of failed TLS connections in plain words, without the library's own text.
    enum TLSReason {
        /// Returns the reason for an error of NIOSSL.
        static func text(of error: any Error) -> String {
            if error as? NIOSSLExtraError == .failedToValidateHostname {
                return "the host's name does not match the server's certificate"
            }
            switch error {
            case NIOSSLError.noSuchFilesystemObject, NIOSSLError.failedToLoadCertificate:
                return "the file of trusted certificates cannot be read"
            default: break
            }
            let text = "\(error)"
            if text.contains("EOF during handshake") {
                return "the server closed the connection during the TLS handshake"
            }
            guard let code = codes(in: text).last else { return "the TLS connection failed" }
            return table.first { code.contains($0.code) }?.words
                ?? "the TLS connection failed (\(code.lowercased().replacing("_", with: " ")))"
        }

        /// Returns `true` if the chain of certificates was refused; the library does not tell why.
        static func isRefusedChain(_ error: any Error) -> Bool {
            error is NIOSSLError && codes(in: "\(error)").contains("CERTIFICATE_VERIFY_FAILED")
        }

        /// Returns the names of BoringSSL's reasons, which stand between module and source file.
        private static func codes(in text: String) -> [String] {
            text.split(separator: "OPENSSL_internal:").dropFirst().map { part in
                String(part.prefix { $0 != " " })
            }
        }

        private static let clientCertificate =
            "the server requires another client certificate than it got"
        private static let version = "the server speaks no version of TLS from 1.2 on"

        private static let table: [(code: String, words: String)] = [
            ("CERTIFICATE_VERIFY_FAILED", "the server's certificate is not trusted"),
            ("CERTIFICATE_REQUIRED", "the server requires a client certificate"),
            ("ALERT_BAD_CERTIFICATE", clientCertificate),
            ("ALERT_UNSUPPORTED_CERTIFICATE", clientCertificate),
            ("ALERT_CERTIFICATE", clientCertificate),
            ("ALERT_UNKNOWN_CA", clientCertificate),
            ("WRONG_VERSION_NUMBER", "the server does not speak TLS on this port"),
            ("UNSUPPORTED_PROTOCOL", version),
            ("PROTOCOL_VERSION", version),
            ("KEY_VALUES_MISMATCH", "the client certificate and its key do not match"),
        ]
    }
#endif
