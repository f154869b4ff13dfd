import Foundation
import Testing
import WebImageTesting

/// The page of the built server.
struct PageTests {
    @Test(arguments: ["webimage", "imgproxy", "thumbor"])
    func `the page knows the grammar, and loads nothing of other hosts`(
        grammar: String
    ) async throws {
        let server = try await ServerProcess(["--grammar", grammar])
        let page = try await server.ask("/")
        #expect(page.status == 200)
        #expect(page["Content-Type"] == "text/html; charset=utf-8")
        #expect(page["Content-Security-Policy"]?.hasPrefix("default-src 'none'") == true)
        #expect(page.text.contains("data-grammar=\"\(grammar)\""))
        #expect(!page.text.contains("%GRAMMAR%") && !page.text.contains("%HINT%"))
        for (path, type) in [("/page.js", "text/javascript"), ("/page.css", "text/css")] {
            let part = try await server.ask(path)
            #expect(part.status == 200)
            #expect(part["Content-Type"] == "\(type); charset=utf-8")
            #expect(!part.text.contains("://"))
        }
    }

    @Test func `the page can be turned off`() async throws {
        let server = try await ServerProcess(["--no-page"])
        for path in ["/", "/page.js", "/page.css"] {
            #expect(try await server.ask(path).status != 200, "\(path)")
        }
    }

    @Test func `thumbor's path of health has its word`() async throws {
        let server = try await ServerProcess(["--grammar", "thumbor"])
        #expect(try await server.ask("/healthcheck").text == "WORKING")
    }
}
