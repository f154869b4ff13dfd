#if HTTP
    import NIOCore
    import NIOSSL
    import WebImageCaching
    import WebImageCoding

    /// A check that a server has one of the pinned keys (the SubjectPublicKeyInfo of RFC 5280).
    struct KeyPins: Sendable {
        /// The error for a server with another key.
        struct Mismatch: Error {
            /// The digest of its key in base64.
            let found: String
        }

        /// The digests in base64.
        private let digests: Set<String>

        /// Creates a check for digests, each with or without the prefix that curl uses.
        init(_ pins: Set<String>) {
            digests = Set(
                pins.map { String($0.hasPrefix("sha256//") ? $0.dropFirst(8) : $0[...]) })
        }

        /// Fails a new connection before it carries a request, unless the server's key is pinned.
        func check(_ channel: any Channel) -> EventLoopFuture<Void> {
            channel.eventLoop.submit {
                let certificate = try channel.pipeline.syncOperations.nioSSL_peerCertificate()
                let found = try certificate.map(Self.digest) ?? "none"
                guard !digests.contains(found) else { return }
                channel.close(promise: nil)
                throw Mismatch(found: found)
            }
        }

        private static func digest(of certificate: NIOSSLCertificate) throws -> String {
            let words = try certificate.extractPublicKey().toSPKIBytes()
                .withUnsafeBytes { SHA256.digest(of: $0) }
            return Base64.encode(
                (0..<8).flatMap { word in
                    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: words[word] >> $0) }
                })
        }
    }
#endif
