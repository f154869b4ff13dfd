import Foundation
import Testing
import WebImage
import WebImageTesting

/// Failures, each reported by stage and reason, with status 1 and nothing left behind.
struct FailureTests {
    /// Runs `get` into a file, and checks the common effects of failures.
    private func failure(
        _ source: String, _ words: [String] = []
    ) async throws -> (line: String, error: JSONObject) {
        let folder = try Folder()
        let outcome = try await Tool().run(
            ["get", source, "-o", folder("out.png"), "--json"] + words)
        #expect(outcome.status == 1)
        #expect(folder.files().isEmpty)
        let lines = outcome.errors.split(separator: "\n").map(String.init)
        #expect(lines.count == 1)
        let object = try #require(try outcome.json().first)
        #expect(object.names == ["error", "index", "source"])
        #expect(object.text("source") == source)
        let error = try object.object("error")
        #expect(error.names == ["reason", "stage", "status"])
        let line = try #require(lines.first)
        let start = "webimage: \(source.prefix { $0 != "?" }): \(error.text("stage") ?? ""): "
        #expect(line.hasPrefix(start), "\(line)")
        return (line, error)
    }

    private func failure(
        of reply: OriginReply, _ words: [String] = []
    ) async throws -> (line: String, error: JSONObject) {
        let origin = try OriginServer()
        origin.reply("/cat.png", with: reply)
        return try await failure(origin.url("/cat.png"), words)
    }

    @Test func `a status outside of 200 to 299`() async throws {
        let failure = try await failure(of: OriginReply(status: 404, body: try Pictures.png()))
        #expect(failure.error.text("stage") == "load")
        #expect(failure.error.number("status") == 404)
    }

    @Test func `a name without address`() async throws {
        let failure = try await failure("http://no-such-host.invalid/cat.png")
        #expect(failure.error.text("stage") == "load")
        #expect(failure.error.isNull("status"))
    }

    @Test func `a port that nobody listens on`() async throws {
        let origin = try OriginServer()
        let url = origin.url("/cat.png")
        origin.shutdown()
        let failure = try await failure(url)
        #expect(failure.error.text("stage") == "load")
    }

    @Test func `an origin that takes too long`() async throws {
        let failure = try await failure(
            of: OriginReply(body: try Pictures.png()).stalling(after: 20), ["--timeout", "0.4"])
        #expect(failure.error.text("stage") == "load")
        #expect(failure.error.text("reason")?.contains("0.4") == true)
    }

    @Test func `a page instead of a picture, whatever it claims to be`() async throws {
        let page = Array("<!DOCTYPE html><html><body>Not a cat</body></html>".utf8)
        let failure = try await failure(
            of: OriginReply(headers: [("Content-Type", "image/png")], body: page))
        #expect(failure.error.text("stage") == "decode")
        #expect(failure.error.text("reason")?.contains("not an image") == true)
        #expect(failure.error.text("reason")?.contains("HTML") == true)
    }

    @Test func `a body that breaks off`() async throws {
        let failure = try await failure(
            of: OriginReply(body: try Pictures.png()).dropping(after: 50))
        #expect(failure.error.text("stage") == "load")
    }

    @Test func `a chunked body that breaks off`() async throws {
        let failure = try await failure(
            of: OriginReply(body: try Pictures.png()).chunked(size: 20).dropping(after: 50))
        #expect(failure.error.text("stage") == "load")
    }

    @Test func `a body shorter than its length`() async throws {
        let bytes = try Pictures.png()
        let failure = try await failure(
            of: OriginReply(body: bytes).claimingLength(bytes.count + 10))
        #expect(failure.error.text("stage") == "load")
    }

    @Test func `a body longer than its length`() async throws {
        // Up to the pixels: with some of them, it would be shown as far as it goes.
        let failure = try await failure(
            of: OriginReply(body: try Pictures.png()).claimingLength(40))
        #expect(["load", "decode"].contains(failure.error.text("stage")))
    }

    @Test func `a body of zero bytes`() async throws {
        let failure = try await failure(of: OriginReply(body: []))
        #expect(failure.error.text("stage") == "decode")
    }

    @Test func `a PNG that claims more pixels than are allowed`() async throws {
        let failure = try await failure(of: OriginReply(body: Pictures.hugeClaim))
        #expect(failure.error.text("stage") == "decode")
        #expect(failure.error.text("reason")?.contains("65535x65535") == true)
    }

    @Test func `a length beyond the limit, before a byte of it is read`() async throws {
        let failure = try await failure(
            of: OriginReply(body: [1, 2, 3]).claimingLength(200 << 20).stalling(after: 3))
        #expect(failure.error.text("stage") == "load")
    }

    @Test func `a body beyond the limit that did not say so`() async throws {
        let origin = try OriginServer()
        let body = try Pictures.png() + [UInt8](repeating: 0, count: 129 << 20)
        origin.reply("/cat.png", with: OriginReply(body: body).withoutLength())
        let failure = try await failure(origin.url("/cat.png"), ["--no-cache"])
        #expect(failure.error.text("stage") == "load")
        #expect(failure.error.text("reason")?.contains("134217728") == true)
    }

    @Test func `standard input beyond the limit`() async throws {
        let folder = try Folder()
        // A sparse file, which takes no space.
        let input = try folder.write([], to: "input")
        #expect(truncate(input, (128 << 20) + 1) == 0)
        var tool = Tool()
        tool.launcher = ["/bin/sh", "-c", "exec \"$0\" \"$@\" <'\(input)'"]
        let outcome = try await tool.run("get", "-")
        #expect(outcome.status == 1)
        #expect(outcome.errors.hasPrefix("webimage: -: load: standard input: "))
    }

    @Test func `a scheme that nobody loads`() async throws {
        let failure = try await failure("ftp://127.0.0.1/cat.png")
        #expect(failure.error.text("stage") == "request")
    }

    @Test func `a URL of a file on another machine`() async throws {
        let failure = try await failure("file://elsewhere/etc/hostname")
        #expect(failure.error.text("stage") == "request")
        #expect(failure.error.text("reason")?.contains("elsewhere") == true)
    }

    @Test func `a file that is not there`() async throws {
        let failure = try await failure("/no/such/cat.png")
        #expect(failure.error.text("stage") == "load")
        #expect(failure.error.text("reason")?.contains("No such file") == true)
    }

    @Test func `secrets of a URL are not in the messages`() async throws {
        let origin = try OriginServer()
        let url = "http://user:pass@127.0.0.1:\(origin.port)/cat.png?token=secret#part"
        let outcome = try await Tool().run("get", url, "--verbose")
        #expect(outcome.status == 1)
        #expect(outcome.errors.contains("webimage: http://127.0.0.1:\(origin.port)/cat.png: load"))
        for secret in ["user", "pass", "token", "secret"] {
            #expect(!outcome.errors.contains(secret))
        }
    }

    @Test(arguments: [["get"], ["info"], ["sheet", "-o", "sheet.png"], ["frames", "-o", "a.gif"]])
    func `failures of signed URLs name their places, without secrets`(words: [String]) async throws
    {
        let (origin, folder) = (try OriginServer(), try Folder())
        origin.reply("/a.png", with: .status(404))
        let urls = ["s1gned", "s2gned", "s3gned"].map { origin.url("/a.png?X-Signature=\($0)") }
        let plain = origin.url("/plain.png")
        var tool = Tool()
        tool.workingFolder = folder.path
        let outcome = try await tool.run(words + urls + [plain, "--verbose"])
        let lines = outcome.errors.split(separator: "\n").filter { $0.hasPrefix("webimage: http") }
        #expect(
            Set(lines.compactMap { $0.firstMatch(of: /\.png( \(source .\))?: load/)?.1 ?? "" }) == [
                " (source 1)", " (source 2)", " (source 3)", "",
            ])
        for secret in ["Signature", "s1gned", "s2gned", "s3gned"] {
            #expect(!outcome.errors.contains(secret))
        }
    }

    @Test func `one URL alone has no place`() async throws {
        let origin = try OriginServer()
        let outcome = try await Tool().run("get", origin.url("/a.png?X-Signature=one"))
        #expect(outcome.errors.hasPrefix("webimage: \(origin.url("/a.png")): load: "))
    }

    @Test func `a name with control characters cannot steer the terminal`() async throws {
        let outcome = try await Tool().run("get", "\u{1B}[31mred\nwebimage: other")
        #expect(outcome.status == 1)
        #expect(!outcome.errors.contains("\u{1B}"))
        #expect(outcome.errors.split(separator: "\n").count == 1)
    }

    @Test func `one failure among successes ends with status 1`() async throws {
        let folder = try Folder()
        let good = try folder.write(try Pictures.png(), to: "good.png")
        let outcome = try await Tool().run("get", good, folder("missing.png"))
        #expect(outcome.status == 1)
        #expect(outcome.text.split(separator: "\n").count == 1)
        #expect(outcome.errors.split(separator: "\n").count == 1)
    }
}
