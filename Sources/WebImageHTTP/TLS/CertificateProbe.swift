#if HTTP
    import NIOCore
    import NIOPosix
    import NIOSSL
    import WebImageCaching
    import WebImageLoading

    #if canImport(Darwin)
        import Darwin
    #else
        import Glibc
    #endif

    /// A second handshake with a server whose certificates were refused, to tell the reason.
    ///
    /// The libraries below tell neither the reason nor the certificates. The handshake ends when
    /// these have arrived: no request and no client certificate is sent.
    struct CertificateProbe: Sendable {
        /// The host and the port.
        let origin: HTTPAddress.Origin
        /// The checked address to connect to, nil for any of the host.
        let peer: IPAddress?
        /// The longest time of the probe.
        let timeout: TimeAmount

        /// Returns the reason in words, nil if the certificates did not arrive.
        func reason() async -> String? {
            let chain = await chain()
            return chain.isEmpty ? nil : Self.reason(for: chain, at: time(nil))
        }

        /// Returns the reason to refuse certificates whose names match, the server's own first.
        static func reason(for chain: [NIOSSLCertificate], at now: time_t) -> String {
            for (index, certificate) in chain.enumerated() {
                let subject = index == 0 ? "the server's certificate" : "an issuer's certificate"
                if certificate.notValidAfter < now {
                    return "\(subject) expired on \(day(certificate.notValidAfter))"
                }
                if certificate.notValidBefore > now {
                    return "\(subject) is not valid before \(day(certificate.notValidBefore))"
                }
            }
            guard let bytes = try? chain.first?.toDERBytes(), DERElement.isSelfIssued(bytes)
            else { return "unknown issuer of the server's certificate" }
            return "the server's certificate is self-signed"
        }

        private static func day(_ moment: time_t) -> String {
            var moment = moment
            var parts = tm()
            gmtime_r(&moment, &parts)
            let numbers = [parts.tm_mon + 1, parts.tm_mday].map { $0 < 10 ? "0\($0)" : "\($0)" }
            return ["\(1900 + Int(parts.tm_year))", numbers[0], numbers[1]].joined(separator: "-")
        }

        /// Takes the certificates of a handshake and refuses them; none after the time-out.
        private func chain() async -> [NIOSSLCertificate] {
            let loop = MultiThreadedEventLoopGroup.singleton.any()
            let promise = loop.makePromise(of: [NIOSSLCertificate].self)
            let timer = loop.scheduleTask(in: timeout) { promise.succeed([]) }
            let connection = connect(on: loop, promise)
            connection.whenFailure { _ in promise.succeed([]) }
            connection.whenSuccess { $0.closeFuture.whenComplete { _ in promise.succeed([]) } }
            let chain = await withTaskCancellationHandler {
                (try? await promise.futureResult.get()) ?? []
            } onCancel: {
                promise.succeed([])
            }
            timer.cancel()
            connection.whenSuccess { $0.close(promise: nil) }
            return chain
        }

        private func connect(
            on loop: any EventLoop, _ found: EventLoopPromise<[NIOSSLCertificate]>
        ) -> EventLoopFuture<any Channel> {
            let name = origin.name
            let bootstrap = ClientBootstrap(group: loop).connectTimeout(timeout)
                .channelInitializer { channel in
                    channel.eventLoop.makeCompletedFuture {
                        let handler = try NIOSSLClientHandler(
                            context: Self.context.get(),
                            serverHostname: IPAddress(anySpelling: name) == nil ? name : nil,
                            customVerificationCallback: { chain, verdict in
                                found.succeed(chain)
                                verdict.succeed(.failed)
                            })
                        try channel.pipeline.syncOperations.addHandler(handler)
                    }
                }
            return bootstrap.connect(host: peer?.description ?? name, port: origin.port)
        }

        /// A context that trusts nothing.
        private static let context = Result {
            var tls = TLSConfiguration.makeClientConfiguration()
            tls.minimumTLSVersion = .tlsv12
            tls.trustRoots = .certificates([])
            tls.applicationProtocols = ["h2", "http/1.1"]
            return try NIOSSLContext(configuration: tls)
        }
    }

    extension HTTPAddress.Origin {
        /// The host without the brackets of an IPv6 address.
        var name: String {
            host.utf8.first == 91 ? String(host.dropFirst().dropLast()) : host
        }
    }

    /// An element of DER, of which certificates consist (X.690, section 8.1).
    struct DERElement {
        private let tag: UInt8
        private let content: ArraySlice<UInt8>

        /// Returns `true` if the subject of a certificate is its issuer (RFC 5280, section 4.1).
        static func isSelfIssued(_ certificate: [UInt8]) -> Bool {
            guard let outer = elements(of: certificate[...]).first,
                let signed = elements(of: outer.content).first
            else { return false }
            // The version is optional: serial, algorithm, issuer, validity, subject follow.
            let fields = elements(of: signed.content).drop { $0.tag == 0xA0 }
            guard fields.count > 4 else { return false }
            return fields[fields.startIndex + 2].content == fields[fields.startIndex + 4].content
        }

        /// Returns the elements up to the first that is invalid.
        private static func elements(of bytes: ArraySlice<UInt8>) -> [DERElement] {
            var rest = bytes
            var found: [DERElement] = []
            while let tag = rest.popFirst(), var count = rest.popFirst().map(Int.init) {
                if count >= 128 {
                    let digits = rest.prefix(count - 128)
                    guard digits.count == count - 128, digits.count < 4 else { break }
                    count = digits.reduce(0) { $0 << 8 | Int($1) }
                    rest = rest.dropFirst(digits.count)
                }
                guard count <= rest.count else { break }
                found.append(DERElement(tag: tag, content: rest.prefix(count)))
                rest = rest.dropFirst(count)
            }
            return found
        }
    }
#endif
