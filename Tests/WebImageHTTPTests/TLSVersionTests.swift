#if HTTP
    import NIOSSL
    import Testing
    import WebImageCaching
    import WebImageHTTP
    import WebImageLoading
    import WebImagePipeline

    /// The allowed versions of TLS (RFC 8996 deprecates those before 1.2).
    struct TLSVersionTests {
        private func exchange(_ newest: TLSVersion) async throws -> LoadFailure? {
            let origin = try await SecureOrigin(speaking: newest)
            var failure: LoadFailure?
            try await SecureOrigin.withTrustRoots { roots in
                let transport = AsyncHTTPClientTransport(
                    HTTPSettings(extraTrustRoots: roots),
                    resolver: HostResolver { _ in [IPAddress(v4: 0x7f00_0001)] })
                let policy = NetworkPolicy(ports: nil, allowed: ["127.0.0.0/8"])
                let url = "https://pictures.example:\(origin.port)/a"
                failure = await loadFailure {
                    try await transport.exchange(
                        HTTPExchange(url: url, limits: LoadLimits(networkPolicy: policy))
                    ).bytes()
                }
            }
            #expect(origin.hosts.count == (failure == nil ? 1 : 0))
            return failure
        }

        @Test(arguments: [TLSVersion.tlsv1, .tlsv11])
        func `a server of an older version than TLS 1.2 is refused`(
            newest: TLSVersion
        ) async throws {
            #expect(try await exchange(newest)?.kind == .tls)
        }

        @Test(arguments: [TLSVersion.tlsv12, .tlsv13])
        func `a server of TLS 1.2 or later is taken`(newest: TLSVersion) async throws {
            #expect(try await exchange(newest) == nil)
        }
    }
#endif
