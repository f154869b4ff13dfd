#if HTTP && os(Linux)
    import CCurlShim

    /// The reasons of failed TLS connections in plain words, without the library's own text.
    enum TLSReason {
        /// Returns the reason for an error of libcurl; nil if it is none of TLS.
        static func text(of error: CurlError) -> String? {
            switch error.code {
            case CURLE_SSL_CACERT_BADFILE, CURLE_SSL_ISSUER_ERROR:
                "the file of trusted certificates cannot be read"
            case CURLE_SSL_CERTPROBLEM: certificate(error)
            case CURLE_SSL_PINNEDPUBKEYNOTMATCH:
                "the server's key is not pinned" + (error.serverKey.map { "; it has \($0)" } ?? "")
            case CURLE_PEER_FAILED_VERIFICATION: untrusted(error.verifyResult)
            case CURLE_SSL_CONNECT_ERROR, CURLE_SSL_CIPHER, CURLE_SSL_SHUTDOWN_FAILED:
                handshake(error.text)
            default: alert(error.text)
            }
        }

        /// Returns the reason for an alert of TLS 1.3, which comes after the handshake; nil for
        /// others.
        static func alert(_ text: String) -> String? {
            let text = text.lowercased()
            guard text.contains("alert") else { return nil }
            return table.first { text.contains($0.mark) }?.words
        }

        private static func untrusted(_ result: Int) -> String {
            switch result {
            // The names are compared once the chain is trusted; 1 stands for no result yet.
            case 0, 1, 62: "the host's name does not match the server's certificate"
            case 9: "the server's certificate is not valid yet"
            case 10: "the server's certificate expired"
            case 18: "the server's certificate is self-signed"
            case 2, 19, 20, 21: "unknown issuer of the server's certificate"
            default: "the server's certificate is not trusted"
            }
        }

        private static func certificate(_ error: CurlError) -> String {
            let text = error.text.lowercased()
            if text.contains("mismatch") || text.contains("does not match") {
                return "the client certificate and its key do not match"
            }
            let place = error.certificate.map { " \($0.place)" } ?? ""
            return "the client certificate\(place) or its key cannot be read, or its password is "
                + "wrong"
        }

        private static func handshake(_ text: String) -> String {
            let text = text.lowercased()
            return table.first { text.contains($0.mark) }?.words
                ?? "the TLS connection failed"
        }

        private static let clientCertificate =
            "the server requires another client certificate than it got"
        private static let version = "the server speaks no version of TLS from 1.2 on"

        /// Parts of OpenSSL's words, in lower case.
        private static let table: [(mark: String, words: String)] = [
            ("certificate required", "the server requires a client certificate"),
            ("alert handshake failure", "the server refuses the TLS handshake"),
            ("alert bad certificate", clientCertificate),
            ("alert unsupported certificate", clientCertificate),
            ("alert certificate", clientCertificate), ("alert unknown ca", clientCertificate),
            ("wrong version number", "the server does not speak TLS on this port"),
            ("unsupported protocol", version), ("protocol version", version),
            ("packet length too long", "the server does not speak TLS on this port"),
            ("ssl_error_syscall", "the server closed the connection during the TLS handshake"),
            ("unexpected eof", "the server closed the connection during the TLS handshake"),
            ("key values mismatch", "the client certificate and its key do not match"),
        ]
    }
#endif
