#if HTTP && os(Linux)
    import CCurlShim

    /// The reasons of failed TLS connections in plain words, without the library's own text.
    enum TLSReason {
        /// Returns the reason for an error of libcurl; nil if it is none of TLS.
        static func text(of code: Int32, _ facts: ccurl_facts, _ text: String) -> String? {
            switch Int(code) {
            case CCURL_ROOTS, CCURL_ISSUER: "the file of trusted certificates cannot be read"
            case CCURL_CERTIFICATE: certificate(text)
            case CCURL_PINS: "the server's key is not pinned"
            case CCURL_UNTRUSTED:
                untrusted(
                    facts.proxy_verify_result > 1 ? facts.proxy_verify_result : facts.verify_result)
            case CCURL_TLS, CCURL_CIPHER, CCURL_TLS_END: handshake(text)
            default: alert(text)
            }
        }

        /// Returns the reason for an alert of TLS 1.3, which comes behind the handshake; nil for others.
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

        private static func certificate(_ text: String) -> String {
            let text = text.lowercased()
            if text.contains("mismatch") || text.contains("does not match") {
                return "the client certificate and its key do not match"
            }
            return "the client certificate or its key cannot be read, or its password is wrong"
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
            (
                "unexpected eof",
                "the server closed the connection during the TLS handshake"
            ),
            ("key values mismatch", "the client certificate and its key do not match"),
        ]
    }
#endif
