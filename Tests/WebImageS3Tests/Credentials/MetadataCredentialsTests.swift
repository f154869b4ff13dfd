#if HTTP && os(Linux)
    import FoundationEssentials
    import TestSupport
    import Testing
    import WebImageHTTP
    import WebImageLoading
    import WebImageTesting

    @testable import WebImageS3

    /// Credentials of containers and machines, from servers on loopback alone.
    @Suite struct MetadataCredentialsTests {
        private static let document = """
            {"Code": "Success", "Type": "AWS-HMAC", "AccessKeyId": "AKID", "SecretAccessKey": "secret",
            "Token": "token", "Expiration": "2026-11-28T18:00:00.123Z", "LastUpdated": "x"}
            """
        private let origin: OriginServer
        private let transport = CurlTransport()

        init() throws { origin = try OriginServer() }

        private func machine(_ more: [String: String] = [:]) async throws -> S3Credentials? {
            let environment = more.merging([
                "AWS_EC2_METADATA_SERVICE_ENDPOINT": origin.url("/")
            ]) { own, _ in own }
            return try await S3CredentialChain.instance(over: transport, environment: environment)
                .credentials()
        }

        private func serveMachine(role: String = "reader\n", _ document: String = document) {
            let folder = "/latest/meta-data/iam/security-credentials/"
            origin.reply(
                "/latest/api/token",
                with: { request in
                    request.method == "PUT"
                        ? OriginReply(body: Array("session".utf8)) : .status(405)
                })
            for (path, text) in [(folder, role), (folder + "reader", document)] {
                origin.reply(
                    path,
                    with: { request in
                        request["X-aws-ec2-metadata-token"] == "session"
                            ? OriginReply(body: Array(text.utf8)) : .status(401)
                    })
            }
        }

        @Test func `a machine has the credentials of its role`() async throws {
            serveMachine()
            let found = try await machine()
            #expect(found?.accessKeyID == "AKID")
            #expect(found?.sessionToken == "token")
            #expect(
                found?.expiration == (try Date("2026-11-28T18:00:00Z", strategy: .iso8601)))
            #expect(origin.requests.first?["X-aws-ec2-metadata-token-ttl-seconds"] == "21600")
        }

        @Test func `a machine without a role, or that asks for none, has no credentials`()
            async throws
        {
            origin.reply("/latest/api/token", with: OriginReply(body: Array("session".utf8)))
            #expect(try await machine() == nil)
            let count = origin.requests.count
            #expect(try await machine(["AWS_EC2_METADATA_DISABLED": "TRUE"]) == nil)
            #expect(origin.requests.count == count)
            // Nothing listens.
            let closed = "http://127.0.0.1:1"
            #expect(try await machine(["AWS_EC2_METADATA_SERVICE_ENDPOINT": closed]) == nil)
        }

        @Test(
            "A document that is none fails without its text",
            arguments: [
                "", "{", "[]",
                "{\"Code\": \"Failed\", \"AccessKeyId\": \"a\", \"SecretAccessKey\": \"b\"}",
                "{\"AccessKeyId\": 5, \"SecretAccessKey\": \"secret\"}",
                "{\"AccessKeyId\": \"a\", \"SecretAccessKey\": \"secret\", \"Expiration\": \"later\"}",
                String(repeating: "[", count: 60_000), String(repeating: "secret", count: 100_000),
            ])
        func hostile(_ document: String) async throws {
            serveMachine(document)
            let failure = await loadFailure { try await machine() }
            #expect(failure != nil)
            #expect(failure?.reason.contains("secret") == false)
        }

        @Test(
            "Addresses of a public host and of a private network are refused",
            arguments: [
                "http://8.8.8.8/", "http://10.0.0.1/", "http://169.254.1.1/", "http://[fd00::1]/",
            ])
        func addresses(_ endpoint: String) async throws {
            let failure = await loadFailure {
                try await machine(["AWS_EC2_METADATA_SERVICE_ENDPOINT": endpoint])
            }
            #expect(failure?.kind == .refusedAddress)
            let full = await loadFailure {
                try await S3CredentialChain.container(
                    over: transport,
                    environment: ["AWS_CONTAINER_CREDENTIALS_FULL_URI": endpoint]
                ).credentials()
            }
            #expect(full?.kind == .refusedAddress)
        }

        @Test func `a container has the credentials of its address, with its token`() async throws {
            let token = "/tmp/webimage-token-\(UInt64.random(in: 0 ... .max))"
            defer { try? FileManager.default.removeItem(atPath: token) }
            try Data("from-file\n".utf8).write(to: URL(filePath: token))
            origin.reply("/v2/role", with: OriginReply(body: Array(Self.document.utf8)))
            let words = ["AWS_CONTAINER_AUTHORIZATION_TOKEN": "from-variable"]
            for (more, expected) in [
                ([:], nil), (words, "from-variable"),
                (
                    words.merging(["AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE": token]) { $1 },
                    "from-file"
                ),
            ] as [([String: String], String?)] {
                let environment = more.merging([
                    "AWS_CONTAINER_CREDENTIALS_FULL_URI": origin.url("/v2/role")
                ]) { $1 }
                let found = try await S3CredentialChain.container(
                    over: transport, environment: environment
                ).credentials()
                #expect(found?.accessKeyID == "AKID")
                #expect(origin.requests.last?["Authorization"] == expected)
            }
            let relative = ContainerCredentials(
                over: transport,
                environment: ["AWS_CONTAINER_CREDENTIALS_RELATIVE_URI": "/v2/role"],
                host: origin.url(""))
            #expect(try await relative.credentials()?.accessKeyID == "AKID")
            #expect(
                try await S3CredentialChain.container(over: transport, environment: [:])
                    .credentials() == nil)
        }

        @Test func `a redirect of the metadata is not followed`() async throws {
            let other = try OriginServer()
            origin.reply("/latest/api/token", with: .redirect(to: other.url("/"), status: 307))
            let failure = await loadFailure { try await machine() }
            #expect(failure?.kind == .redirect)
            #expect(other.requests.isEmpty)
        }
    }
#endif
