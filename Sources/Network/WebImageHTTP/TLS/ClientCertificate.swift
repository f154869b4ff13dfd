#if HTTP
    /// A certificate that proves the identity of the program to a server, with its issuers and its
    /// private key, all as PEM; the password of an encrypted key.
    public enum ClientCertificate: Hashable, Sendable {
        /// The paths of two files, read for each connection; may be the same.
        case files(chain: String, key: String, password: String? = nil)
        /// The bytes of both.
        case pem(chain: [UInt8], key: [UInt8], password: String? = nil)

        /// Its place for messages.
        var place: String {
            switch self {
            case .files(let chain, let key, _): chain == key ? chain : "\(chain) with \(key)"
            case .pem: "in memory"
            }
        }
    }
#endif
