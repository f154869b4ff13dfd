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

    @Test(arguments: [
        ("webimage", ["WEBIMAGE_KEYS": "aabb"]),
        ("imgproxy", ["IMGPROXY_KEY": "aabb", "IMGPROXY_SALT": "cc"]),
        ("thumbor", ["THUMBOR_SECURITY_KEY": "geheim"]),
    ])
    func `fields of a key and of a secret are there if the server asks for them`(
        grammar: String, key: [String: String]
    ) async throws {
        let open = try await ServerProcess(["--grammar", grammar]).ask("/").text
        #expect(!open.contains("id=\"key\"") && !open.contains("id=\"secret\""))
        #expect(!open.contains("Bearer"))
        let signed = try await ServerProcess(["--grammar", grammar], key).ask("/").text
        #expect(signed.contains("id=\"key\"") && !signed.contains("id=\"secret\""))
        for name in grammar == "imgproxy"
            ? ["IMGPROXY_SECRET", "WEBIMAGE_SECRET"] : ["WEBIMAGE_SECRET"]
        {
            let server = try await ServerProcess(["--grammar", grammar], [name: "sesame"])
            let page = try await server.ask("/").text
            #expect(!page.contains("id=\"key\"") && page.contains("id=\"secret\""))
            #expect(page.contains("Authorization: Bearer") && !page.contains("sesame"))
        }
    }

    @Test(arguments: [
        ("webimage", ["position", "<option>exact"]), ("imgproxy", ["position", "<option>force"]),
        ("thumbor", ["halign", "valign", "smart", "crop", "value=\"fit-in\""]),
    ])
    func `the form has the sizes of the grammar`(grammar: String, parts: [String]) async throws {
        let page = try await ServerProcess(["--grammar", grammar]).ask("/").text
        for part in parts {
            #expect(
                page.contains(part.contains("=") || part.contains("<") ? part : "id=\"\(part)\""))
        }
        #expect(page.contains("id=\"position\"") == (grammar != "thumbor"))
    }

    @Test func `the page of a prefix is behind its slash`() async throws {
        let server = try await ServerProcess(["--prefix", "/images"])
        let reply = try await server.ask("/images")
        #expect(reply.status == 301)
        #expect(reply["Location"] == "/images/")
        #expect(try await server.ask("/images/").text.contains("data-grammar"))
        #expect(try await server.ask("/images/page.js").status == 200)
    }

    @Test func `thumbor's path of health has its word`() async throws {
        let server = try await ServerProcess(["--grammar", "thumbor"])
        #expect(try await server.ask("/healthcheck").text == "WORKING")
    }
}
