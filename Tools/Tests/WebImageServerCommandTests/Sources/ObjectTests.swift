import Testing
import WebImageTesting

/// Sources in S3.
struct ObjectTests {
    private static let keys = [
        "AWS_ACCESS_KEY_ID": "AKIDTEST", "AWS_SECRET_ACCESS_KEY": "very-secret",
        "AWS_EC2_METADATA_DISABLED": "true", "AWS_CONFIG_FILE": "/dev/null",
    ]

    private func variables(_ own: [String: String]) -> [String: String] {
        Self.keys.merging(own) { $1 }
    }

    /// The endpoint is on loopback, which other sources may not reach.
    @Test func `the endpoint is reached, and no other private address`() async throws {
        let source = try Source()
        source.origin.reply("/pictures/a.png", with: try Source.picture())
        let server = try await ServerProcess(
            [],
            variables([
                "WEBIMAGE_S3_ENDPOINT": source.origin.url(""), "WEBIMAGE_S3_REGION": "eu-west-1",
            ]))
        #expect(server.log.contains("objects of S3 at \(source.origin.url(""))"))
        let options = "/v1/-/-/size=fit:20x;format=png/plain/"
        let reply = try await server.ask(options + "s3:%2F%2Fpictures%2Fa.png")
        #expect(reply.status == 200, "\(reply.text)")
        // The start asks without a signature whether the store is there.
        let asked = source.origin.requests.filter { $0.method == "GET" }
        #expect(asked.first?["Authorization"]?.contains("/eu-west-1/s3/") == true)
        let address = source.origin.url("/pictures/a.png").replacing("/", with: "%2F")
        let refused = try await server.ask(options + address)
        #expect(refused.status >= 400)
        #expect(source.origin.requests.count { $0.method == "GET" } == 1)
        // Neither the origin nor the server fails if an address is wrong.
        for address in [
            "s3:%2F%2Fpictures%2F..%2Fother%2Fa.png", "s3:%2F%2Fpictures%2F", "s3:%2F%2Fp",
        ] {
            #expect(try await server.ask(options + address).status == 400)
        }
        let without = try await ServerProcess([], [:])
        #expect(try await without.ask(options + "s3:%2F%2Fpictures%2Fa.png").status == 400)
    }

    @Test func `the variables of imgproxy turn the store on`() async throws {
        let source = try Source()
        source.origin.reply("/pictures/a.png", with: try Source.picture())
        source.origin.reply(
            "/pictures/denied.png",
            with: OriginReply(
                status: 403,
                body: Array("<Error><Code>A</Code><AWSAccessKeyId>AKIDTEST</AWSAccessKeyId>".utf8)))
        let own = ["IMGPROXY_S3_ENDPOINT": source.origin.url(""), "IMGPROXY_S3_REGION": "auto"]
        let server = try await ServerProcess(
            [], variables(own.merging(["IMGPROXY_USE_S3": "true"]) { $1 }))
        let path = "plain/s3://pictures/"
        let reply = try await server.ask("/unsafe/rs:fit:20:0/\(path)a.png")
        #expect(reply.status == 200, "\(reply.text)")
        // An error as it comes has none of the store's words.
        let denied = try await server.ask("/unsafe/raw:1/\(path)denied.png")
        #expect(denied.status == 403)
        #expect(!denied.text.contains("AKIDTEST"))
        let without = try await ServerProcess([], variables(own))
        #expect(try await without.ask("/unsafe/rs:fit:20:0/\(path)a.png").status >= 400)
    }

    @Test func `an endpoint that is none ends the start`() throws {
        let end = try ServerProcess.failure([], ["WEBIMAGE_S3_ENDPOINT": "minio:9000"])
        #expect(end.status == 78)
        #expect(end.errors.contains("WEBIMAGE_S3_ENDPOINT"))
    }
}
