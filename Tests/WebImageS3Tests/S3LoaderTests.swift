#if HTTP && os(Linux)
    import FoundationEssentials
    import TestSupport
    import Testing
    import WebImageCaching
    import WebImageHTTP
    import WebImageLoading
    import WebImageS3
    import WebImageTesting

    @Suite struct S3LoaderTests {
        let fixture: S3Fixture
        var origin: OriginServer { fixture.origin }

        init() throws { fixture = try S3Fixture() }

        @Test func `an object is loaded with a signed request`() async throws {
            origin.reply(
                "/bucket/a%20b/%C3%BC%2B.png",
                with: OriginReply(headers: [("ETag", "\"1\"")], body: [7]))
            let response = try await fixture.load("s3://bucket/a%20b/ü+.png?versionId=v/1")
            #expect(try await response.bytes() == [7])
            let request = try #require(origin.requests.first)
            #expect(request.path == "/bucket/a%20b/%C3%BC%2B.png?versionId=v%2F1")
            #expect(request["x-amz-date"] == "20010909T014640Z")
            #expect(request["x-amz-security-token"] == "token-of-test")
            #expect(
                request["Authorization"]?.hasPrefix(
                    "AWS4-HMAC-SHA256 Credential=AKIDTEST/20010909/eu-central-1/s3/aws4_request, "
                        + "SignedHeaders=host;x-amz-content-sha256;x-amz-date;x-amz-security-token, "
                )
                    == true)
        }

        @Test func `ranges and conditions pass, other fields of the caller do not`() async throws {
            origin.reply("/bucket/a", with: .status(304))
            let response = try await fixture.load(
                "s3://bucket/a",
                headers: [
                    "Range": "bytes=5-", "If-Range": "\"1\"", "If-None-Match": "\"2\"",
                    "Cookie": "a=b", "Authorization": "Bearer x",
                    "x-amz-request-payer": "requester",
                ])
            #expect(response.head.status == 304)
            let request = try #require(origin.requests.first)
            #expect(request["Range"] == "bytes=5-")
            #expect(request["If-Range"] == "\"1\"")
            #expect(request["If-None-Match"] == "\"2\"")
            #expect(request["Cookie"] == nil)
            #expect(request["Authorization"]?.contains(";x-amz-request-payer") == true)
        }

        @Test func `without credentials nothing is signed`() async throws {
            origin.reply("/bucket/a", with: OriginReply(body: [7]))
            let loader = try fixture.loader(credentials: nil)
            _ = try await fixture.load("s3://bucket/a", by: loader)
            #expect(origin.requests.first?["Authorization"] == nil)
            #expect(origin.requests.first?["x-amz-date"] == nil)
        }

        @Test func `other methods than GET and HEAD are refused`() async throws {
            let failure = await loadFailure {
                try await fixture.load("s3://bucket/a", method: "PUT")
            }
            #expect(failure?.kind == .refusedRequest)
            #expect(origin.requests.isEmpty)
        }

        @Test func `the endpoint is the identity, AWS has none`() throws {
            #expect(try fixture.loader().identity == origin.url("/"))
            #expect(try fixture.loader(S3Settings()).identity == nil)
        }

        @Test func `the policy of the endpoint, and the transport's trust, are in the identity`()
            throws
        {
            let settings = [HTTPSettings(), HTTPSettings(trustsAnyCertificate: true)]
            let policies = [nil, NetworkPolicy(), NetworkPolicy(ports: nil)]
            let names = try [nil, "https://minio.test"].flatMap { endpoint in
                try settings.flatMap { settings in
                    try policies.map { policy in
                        try S3Loader(
                            over: CurlTransport(settings), credentials: nil,
                            settings: S3Settings(endpoint: endpoint, networkPolicy: policy)
                        ).identity
                    }
                }
            }
            #expect(Set(names).count == names.count)
        }

        @Test(
            "Settings that are no endpoint or region are refused",
            arguments: [
                S3Settings(endpoint: "ftp://a"), S3Settings(endpoint: "http://u:p@a"),
                S3Settings(endpoint: "http://a/?b"), S3Settings(region: "a.b/c"),
                S3Settings(region: ""),
            ])
        func refusedSettings(_ settings: S3Settings) {
            #expect(throws: LoadFailure.self) { try fixture.loader(settings) }
        }

        @Test func `the policy of loads holds for other hosts than the endpoint alone`()
            async throws
        {
            origin.reply("/bucket/a", with: OriginReply(body: [7]))
            let limits = LoadLimits(networkPolicy: NetworkPolicy())
            let found = try await fixture.load("s3://bucket/a", limits: limits)
            #expect(try await found.bytes() == [7])
            // The bucket is a part of the host, which the picture's address decides.
            let virtual = try fixture.loader(
                S3Settings(
                    endpoint: "http://minio.test:\(origin.port)", usesPathStyle: false))
            let refused = await loadFailure {
                try await fixture.load("s3://bucket/a", by: virtual, limits: limits)
            }
            #expect(refused?.kind == .refusedAddress)
            #expect(origin.requests.count == 1)
        }

        @Test func `the policy of the endpoint holds for it`() async throws {
            origin.reply("/bucket/a", with: OriginReply(body: [7]))
            let loader = try fixture.loader(
                fixture.settings { $0.networkPolicy = NetworkPolicy(ports: nil) })
            let failure = await loadFailure { try await fixture.load("s3://bucket/a", by: loader) }
            #expect(failure?.kind == .refusedAddress)
        }

        @Test func `limits of the loads' policy hold for the endpoint too`() async throws {
            origin.reply("/bucket/a", with: OriginReply(body: [UInt8](repeating: 7, count: 100)))
            let limits = LoadLimits(networkPolicy: NetworkPolicy(maxBodyBytes: 50))
            let failure = await loadFailure {
                try await fixture.load("s3://bucket/a", limits: limits).bytes()
            }
            #expect(failure?.kind == .tooLarge)
        }
    }
#endif
