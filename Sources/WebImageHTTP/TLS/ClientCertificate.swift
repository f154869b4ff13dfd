#if HTTP
    import NIOSSL
    import WebImageLoading

    /// A certificate that proves the identity of the program to a server, with its issuers and its
    /// private key, all as unencrypted PEM.
    public enum ClientCertificate: Hashable, Sendable {
        /// The paths of two files; may be the same.
        case files(chain: String, key: String)
        /// The bytes of both.
        case pem(chain: [UInt8], key: [UInt8])
    }

    extension ClientCertificate {
        /// Adds the certificate to a configuration.
        func add(to tls: inout TLSConfiguration) throws(LoadFailure) {
            let chain: [NIOSSLCertificate]
            do {
                chain = try certificates()
                if chain.isEmpty { throw NIOSSLError.failedToLoadCertificate }
            } catch {
                throw refusal("certificate", path: \.chain)
            }
            do {
                tls.privateKey = .privateKey(try key())
            } catch {
                throw refusal("key without a password", path: \.key)
            }
            tls.certificateChain = chain.map { .certificate($0) }
        }

        private func certificates() throws -> [NIOSSLCertificate] {
            switch self {
            case .files(let chain, _): try NIOSSLCertificate.fromPEMFile(chain)
            case .pem(let chain, _): try NIOSSLCertificate.fromPEMBytes(chain)
            }
        }

        private func key() throws -> NIOSSLPrivateKey {
            switch self {
            case .files(_, let key): try NIOSSLPrivateKey(file: key, format: .pem)
            case .pem(_, let key): try NIOSSLPrivateKey(bytes: key, format: .pem)
            }
        }

        private func refusal(
            _ part: String, path: KeyPath<(chain: String, key: String), String>
        ) -> LoadFailure {
            var place = "its bytes"
            if case .files(let chain, let key) = self { place = (chain, key)[keyPath: path] }
            return LoadFailure(.tls, "the client certificate has no PEM \(part) in \(place)")
        }
    }
#endif
