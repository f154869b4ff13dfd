#if HTTP
    import FoundationEssentials
    import WebImageLoading

    /// A certificate that proves the identity of the program to a server, with its issuers and its
    /// private key, all as PEM; the password of an encrypted key.
    public enum ClientCertificate: Hashable, Sendable {
        /// The paths of two files; may be the same.
        case files(chain: String, key: String, password: String? = nil)
        /// The bytes of both.
        case pem(chain: [UInt8], key: [UInt8], password: String? = nil)
    }

    extension ClientCertificate {
        /// The bytes of a certificate, read from its files.
        struct PEM: Hashable, Sendable {
            let chain: [UInt8]
            let key: [UInt8]
            let password: String?
        }

        /// Reads the files.
        ///
        /// - Throws: A failure of kind `tls` if one cannot be read, or is no PEM.
        func read() throws(LoadFailure) -> PEM {
            let (certificate, privateKey) = ("CERTIFICATE-----", "PRIVATE KEY-----")
            switch self {
            case .files(let chain, let key, let password):
                return PEM(
                    chain: try Self.check(Self.contents(chain), certificate, "certificate", chain),
                    key: try Self.check(Self.contents(key), privateKey, "key", key),
                    password: password)
            case .pem(let chain, let key, let password):
                return PEM(
                    chain: try Self.check(chain, certificate, "certificate", "its bytes"),
                    key: try Self.check(key, privateKey, "key", "its bytes"), password: password)
            }
        }

        private static func contents(_ path: String) -> [UInt8] {
            FileManager.default.contents(atPath: path).map(Array.init) ?? []
        }

        private static func check(
            _ bytes: [UInt8], _ mark: String, _ part: String, _ place: String
        ) throws(LoadFailure) -> [UInt8] {
            guard String(decoding: bytes, as: UTF8.self).contains(mark) else {
                throw LoadFailure(.tls, "the client certificate has no PEM \(part) in \(place)")
            }
            return bytes
        }
    }
#endif
