#if HTTP
    import Testing
    import WebImageCaching
    import WebImageHTTP
    import WebImageLoading
    import WebImagePipeline

    /// The allowed versions of TLS (RFC 8996 deprecates those before 1.2).
    @Suite(.enabled(if: SecureOrigin.isAvailable)) struct TLSVersionTests {
        private func exchange(
            _ versions: String, requiresTLS13: Bool = false
        ) async throws -> LoadFailure? {
            let origin = try await SecureOrigin(speaking: versions)
            var failure: LoadFailure?
            try await SecureOrigin.withTrustRoots { roots in
                let transport = CurlTransport(
                    HTTPSettings(extraTrustRoots: roots, requiresTLS13: requiresTLS13),
                    resolver: HostResolver { _ in [IPAddress(v4: 0x7f00_0001)] })
                let policy = NetworkPolicy(ports: nil, allowed: ["127.0.0.0/8"])
                let url = "https://pictures.example:\(origin.port)/a"
                failure = await loadFailure {
                    try await transport.exchange(
                        HTTPExchange(url: url, limits: LoadLimits(networkPolicy: policy))
                    ).bytes()
                }
            }
            let count = failure == nil ? 1 : 0
            #expect(await origin.requests(atLeast: count).count == count)
            return failure
        }

        @Test(arguments: ["TLSv1", "TLSv1 TLSv1.1"])
        func `a server of an older version than TLS 1.2 is refused`(
            versions: String
        ) async throws {
            #expect(try await exchange(versions)?.kind == .tls)
        }

        @Test func `TLS 1.3 alone is spoken if that is required`() async throws {
            #expect(try await exchange("TLSv1.2", requiresTLS13: true)?.kind == .tls)
            #expect(try await exchange("TLSv1.3", requiresTLS13: true) == nil)
        }

        @Test(arguments: ["TLSv1.1 TLSv1.2", "TLSv1.3"])
        func `a server of TLS 1.2 or later is taken`(versions: String) async throws {
            #expect(try await exchange(versions) == nil)
        }
    }
#endif
