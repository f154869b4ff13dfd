import Foundation
import Testing

/// The variables of the built server, as it reads, shows and reports them.
struct VariableTests {
    @Test func `the program shows the table of the documentation`() throws {
        let article = URL(filePath: #filePath).deletingLastPathComponent().appending(
            path: "../../../Sources/Server/WebImageServer/WebImageServer.docc/WebImageServer.md")
        let rows = try String(contentsOf: article, encoding: .utf8).split(separator: "\n").filter {
            $0.hasPrefix("| `")
        }
        let shown = try ServerProcess.failure(["--variables"])
        #expect(shown.status == 0)
        #expect(shown.errors.split(separator: "\n") == rows)
    }

    @Test func `the help has each flag of the table, with its variable`() throws {
        let help = try ServerProcess.failure(["--help"]).errors.split { $0.isWhitespace }
        let words = help.joined(separator: " ")
        let rows = try ServerProcess.failure(["--variables"]).errors
        let flags = rows.matches(of: /\| `(WEBIMAGE_[A-Z_]+)`, `(--[a-z-]+)`/)
        #expect(flags.count == 18)
        for flag in flags {
            #expect(words.contains("\(flag.2) "), "\(flag.2)")
            #expect(words.contains("(\(flag.1)"), "\(flag.1)")
        }
    }

    @Test func `a variable without effect is told, without its value`() async throws {
        let server = try await ServerProcess(
            [],
            [
                "IMGPROXY_QUALITI": "geheim", "IMGPROXY_ENFORCE_THUMBNAIL": "1",
                "IMGPROXY_TTL": "60",
                "THUMBOR_SECURITY_KEY": "geheim", "WEBIMAGE_PRESETS": "a:quality=1",
                "WEBIMAGE_CASH": "/tmp", "IMGPROXY_BLANK": " ", "WEBIMAGE_LOG": "false",
            ])
        let warnings = server.log.split(separator: "\n").filter { $0.contains("warning:") }
        #expect(
            warnings.sorted() == [
                "webimage-server: warning: IMGPROXY_ENFORCE_THUMBNAIL has no effect",
                "webimage-server: warning: IMGPROXY_QUALITI is unknown",
                "webimage-server: warning: THUMBOR_SECURITY_KEY has no effect with addresses of imgproxy",
                "webimage-server: warning: WEBIMAGE_CASH is unknown",
                "webimage-server: warning: WEBIMAGE_PRESETS has no effect with addresses of imgproxy",
            ])
        #expect(!server.log.contains("geheim"), "\(server.log)")
    }

    @Test(arguments: [
        ["THUMBOR_QUALITY": "70"], ["WEBIMAGE_GRAMMAR": "thumbor"],
        ["WEBIMAGE_GRAMMAR": "thumbor", "IMGPROXY_QUALITY": "70"],
    ])
    func `variables choose the addresses`(_ variables: [String: String]) async throws {
        let server = try await ServerProcess([], variables)
        #expect(server.log.contains("addresses of thumbor: signatures are not required\n"))
        #expect(try await server.ask("/healthcheck").text == "WORKING")
    }

    @Test(arguments: ["webimage", "imgproxy", "thumbor"])
    func `the flag of allowed sources means the same with all addresses`(
        grammar: String
    ) async throws {
        let server = try await ServerProcess(
            ["--grammar", grammar, "--allow", "https://a.test", "--allow", "http://img*/"],
            ["IMGPROXY_ALLOWED_SOURCES": "http://b.test", "THUMBOR_ALLOWED_SOURCES": "b.test"])
        let told = "sources: any path on https://a.test, any path on http://img*"
        #expect(server.log.contains(told), "\(server.log)")
        let warnings = server.log.split(separator: "\n").filter { $0.contains("allowed sources:") }
        #expect(warnings.count == 1 && warnings.first?.contains("'http://img*' has a star") == true)
        for source in ["https://aXtest/b", "https://a.test.evil.test/b", "http://b.test/b"] {
            let target =
                switch grammar {
                case "webimage": "/v1/-/-/-/plain/\(source.escapedSource)"
                case "imgproxy": "/_/plain/\(source)"
                default: "/unsafe/\(source)"
                }
            let reply = try await server.ask(target)
            let status = ["webimage": 403, "imgproxy": 404, "thumbor": 400][grammar]
            #expect(reply.status == status, "\(source): \(reply.text)")
            #expect(server.log.contains("the source is not allowed"))
        }
    }

    @Test(arguments: ["", ",", "a.test"], ["webimage", "imgproxy"])
    func `a flag of allowed sources that names none ends the start`(
        text: String, grammar: String
    ) throws {
        let outcome = try ServerProcess.failure(
            ["--port", "0", "--grammar", grammar, "--allow", text])
        #expect(outcome.status == 78)
        #expect(outcome.errors.hasPrefix("webimage-server: --allow: "), "\(outcome.errors)")
    }

    @Test func `a word that names no addresses ends the start`() throws {
        let outcome = try ServerProcess.failure([], ["WEBIMAGE_GRAMMAR": "imaginary"])
        #expect(outcome.status == 78)
        #expect(outcome.errors.hasPrefix("webimage-server: WEBIMAGE_GRAMMAR: expected imgproxy"))
    }
}
