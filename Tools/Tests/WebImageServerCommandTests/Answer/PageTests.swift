import Foundation
import Testing
import WebImageTesting

/// The page of the built server.
struct PageTests {
    @Test func `the page knows the grammar, and loads nothing of other hosts`() async throws {
        let server = try await ServerProcess(["--grammar", "thumbor"])
        let page = try await server.ask("/")
        #expect(page.status == 200)
        #expect(page["Content-Type"] == "text/html; charset=utf-8")
        #expect(page["Content-Security-Policy"]?.hasPrefix("default-src 'none'") == true)
        #expect(page.text.contains("data-grammar=\"thumbor\""))
        #expect(page.text.firstMatch(of: /%[A-Z]+%/) == nil)
        for (path, type) in [("/page.js", "text/javascript"), ("/page.css", "text/css")] {
            let part = try await server.ask(path)
            #expect(part.status == 200)
            #expect(part["Content-Type"] == "\(type); charset=utf-8")
            #expect(!part.text.contains("://"))
            #expect(part["X-Content-Type-Options"] == "nosniff")
        }
    }

    @Test func `the page can be turned off`() async throws {
        let server = try await ServerProcess(["--no-page"])
        for path in ["/", "/page.js", "/page.css"] {
            #expect(try await server.ask(path).status != 200, "\(path)")
        }
    }
}
