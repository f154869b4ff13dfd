import Testing
import WebImage
import WebImageTesting

/// Objects of S3 as sources.
struct ObjectTests {
    /// Returns the command with the variables of a store on loopback.
    private func tool(_ origin: OriginServer, _ more: [String: String] = [:]) -> Tool {
        var tool = Tool()
        tool.environment = [
            "AWS_ENDPOINT_URL_S3": origin.url(""), "AWS_REGION": "eu-central-1",
            "AWS_ACCESS_KEY_ID": "AKIDTEST", "AWS_SECRET_ACCESS_KEY": "very-secret",
            "AWS_EC2_METADATA_DISABLED": "true", "AWS_SHARED_CREDENTIALS_FILE": "/dev/null",
            "AWS_CONFIG_FILE": "/dev/null",
        ].merging(more) { $1 }
        return tool
    }

    @Test func `an object is loaded once, and then from the cache`() async throws {
        let origin = try OriginServer()
        let reply = OriginReply(
            headers: [("ETag", "\"1\""), ("Cache-Control", "max-age=60")], body: try Pictures.png())
        origin.reply("/pictures/cats/1.png", with: reply)
        let folder = try Folder()
        for place in ["network", "disk"] {
            let outcome = try await tool(origin).run(
                "get", "s3://pictures/cats/1.png", "--json", "--cache-dir", folder.path)
            #expect(outcome.status == 0, "\(outcome.errors)")
            #expect(try outcome.json().first?.text("origin") == place)
        }
        #expect(origin.requests.count == 1)
        #expect(
            origin.requests.first?["Authorization"]?.hasPrefix(
                "AWS4-HMAC-SHA256 Credential=AKIDTEST/") == true)
    }

    @Test func `failures name the store's code and no key`() async throws {
        let origin = try OriginServer()
        origin.reply(
            "/pictures/a.png",
            with: OriginReply(
                status: 403, body: Array("<Error><Code>AccessDenied</Code></Error>".utf8)))
        let outcome = try await tool(origin).run("get", "s3://pictures/a.png", "--verbose")
        #expect(outcome.status == 1)
        #expect(outcome.errors.contains("status 403 (AccessDenied)"))
        for secret in ["AKIDTEST", "very-secret"] { #expect(!outcome.errors.contains(secret)) }
    }

    @Test func `without credentials nothing is sent, and a wrong endpoint is told`() async throws {
        let origin = try OriginServer()
        let none = ["AWS_ACCESS_KEY_ID": "", "AWS_SECRET_ACCESS_KEY": ""]
        let outcome = try await tool(origin, none).run("get", "s3://pictures/a.png")
        #expect(outcome.status == 1)
        #expect(outcome.errors.contains("there are no credentials for S3"))
        #expect(origin.requests.isEmpty)
        let wrong = try await tool(origin, ["AWS_ENDPOINT_URL_S3": "minio:9000"])
            .run("get", "s3://pictures/a.png")
        #expect(wrong.status == 1)
        #expect(wrong.errors.contains("(AWS_ENDPOINT_URL)"))
    }
}
