import Foundation
import Testing
import WebImage
import WebImageTesting

/// The options for the responses of sources.
struct ResponseTests {
    private func origin(_ fields: [(String, String)] = [], status: Int = 200) throws -> OriginServer
    {
        let origin = try OriginServer()
        origin.reply(
            "/a.png", with: OriginReply(status: status, headers: fields, body: try Pictures.png()))
        return origin
    }

    @Test(arguments: ["get", "info", "sheet", "frames"])
    func `a rejected response is a failure of each command`(command: String) async throws {
        let (origin, folder) = (try origin([("ErrorCode", "100")]), try Folder())
        let output = ["sheet", "frames"].contains(command) ? ["-o", folder("out.png")] : []
        let words =
            [command, origin.url("/a.png"), "--cache-dir", folder("cache")] + output
        #expect(try await Tool().run(words).status == 0)
        let rule = ["--reject-header", "errorcode:100"]
        for count in 2...3 {
            let outcome = try await Tool().run(words + rule)
            #expect(outcome.status == 1)
            #expect(outcome.errors.contains("(errorcode: 100 is rejected)"), "\(outcome.errors)")
            #expect(origin.requests.count == count)
        }
    }

    @Test func `a rejected response is a failure of compare and of prefetch`() async throws {
        let (origin, folder) = (try origin([("X-Placeholder", "yes")]), try Folder())
        let rule = ["--reject-header", "A", "--reject-header", "X-Placeholder"]
        let url = origin.url("/a.png")
        #expect(try await Tool().run(["compare", url, url] + rule).status == 2)
        let list = try folder.write(Array(url.utf8), to: "urls.txt")
        let outcome = try await Tool().run(["prefetch", list, "--json"] + rule)
        #expect(outcome.status == 1)
        #expect(outcome.errors.contains("X-Placeholder: yes is rejected"), "\(outcome.errors)")
    }

    @Test func `an accepted status has a picture that is kept`() async throws {
        let fields = [("Cache-Control", "max-age=60")]
        let (origin, folder) = (try origin(fields, status: 404), try Folder())
        let words = ["get", origin.url("/a.png"), "--cache-dir", folder("cache"), "--json"]
        #expect(try await Tool().run(words).status == 1)
        for place in ["network", "disk"] {
            let outcome = try await Tool().run(words + ["--accept-status", "200-299,404"])
            #expect(outcome.status == 0, "\(outcome.errors)")
            #expect(try outcome.json().first?.text("origin") == place)
        }
        #expect(try await Tool().run(words).status == 1)
    }

    @Test func `an accepted status is not tried again`() async throws {
        let origin = try origin(status: 503)
        let words = ["get", origin.url("/a.png"), "--retry", "3", "--accept-status", "any"]
        #expect(try await Tool().run(words).status == 0)
        #expect(origin.requests.count == 1)
    }

    @Test func `another media type is refused`() async throws {
        let origin = try origin([("Content-Type", "text/html")])
        let url = origin.url("/a.png")
        let refused = try await Tool().run("get", url, "--accept-type", "image/*,font/woff")
        #expect(refused.status == 1)
        #expect(
            refused.errors.contains("media type text/html, expected image/* or font/woff"),
            "\(refused.errors)")
        #expect(try await Tool().run("get", url, "--accept-type", "text/html").status == 0)
    }

    @Test(
        arguments: [
            ([], "text/plain", "/b.png?secret=1"),
            (["--two-step-field", "data.url"], "application/json", #"{"data":{"url":"/b.png"}}"#),
        ])
    func `a picture is loaded in two steps, and its own URL not shown`(
        options: [String], type: String, body: String
    ) async throws {
        let (origin, folder) = (try OriginServer(), try Folder())
        origin.reply(
            "/api/1", with: OriginReply(headers: [("Content-Type", type)], body: Array(body.utf8)))
        origin.reply("/b.png", with: OriginReply(body: try Pictures.png()))
        let words = ["get", origin.url("/api/1"), "--cache-dir", folder("cache"), "--verbose"]
        #expect(try await Tool().run(words).status == 1)
        let steps = ["--two-step", origin.url("/none/"), "--two-step", origin.url("/api/")]
        let outcome = try await Tool().run(words + steps + options)
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(!(outcome.errors + outcome.text).contains("b.png"))
        let listed = try await Tool().run("cache", "list", "--cache-dir", folder("cache"))
        #expect(listed.text.contains("/api/1") && !listed.text.contains("b.png"))
    }

    @Test func `a header field has the second URL`() async throws {
        let origin = try OriginServer()
        origin.reply(
            "/api/1", with: OriginReply(status: 201, headers: [("X-Picture", "/b.png")], body: [1]))
        origin.reply("/b.png", with: OriginReply(body: try Pictures.png()))
        let outcome = try await Tool().run(
            "get", origin.url("/api/1"), "--two-step", origin.url("/"), "--two-step-header",
            "x-picture")
        // The picture's own URL begins so, too: it is a first step again.
        #expect(outcome.status == 1)
        #expect(outcome.errors.contains("first step: the response has no field x-picture"))
        let found = try await Tool().run(
            "get", origin.url("/api/1"), "--two-step", origin.url("/api/"), "--two-step-header",
            "x-picture")
        #expect(found.status == 0, "\(found.errors)")
    }

    @Test(
        arguments: [
            (["--reject-header", "a b"], "expected a header field as 'Name' or 'Name: value'"),
            (["--reject-header", "a:"], "expected a header field as 'Name' or 'Name: value'"),
            (["--accept-status", "2xx"], "expected statuses such as 200-299,404"),
            (["--accept-type", "png"], "expected media types such as image/*"),
            (["--two-step", "s3://a/"], "expected the beginning of a URL of http or https"),
            (["--two-step-field", "a"], "--two-step-field needs --two-step."),
            (["--two-step-header", "a"], "--two-step-header needs --two-step."),
            (["--two-step", "http://a/", "--two-step-field", "a..b"], "expected a path such as"),
            (["--two-step", "http://a/", "--two-step-header", "a: b"], "expected the name of a"),
            (
                ["--two-step", "http://a/", "--two-step-field", "a", "--two-step-header", "b"],
                "--two-step-field and --two-step-header exclude each other."
            ),
        ])
    func `a wrong value is told`(options: [String], message: String) async throws {
        let outcome = try await Tool().run(["get", "http://127.0.0.1:9/"] + options)
        #expect(outcome.status == 64)
        #expect(outcome.errors.contains(message), "\(outcome.errors)")
    }
}
