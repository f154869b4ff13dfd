import Foundation
import Testing
import WebImage

@testable import WebImageTool

/// Certificates of servers and of the user.
@Suite(.enabled(if: SecureServer.isAvailable, "openssl makes certificates and serves"))
struct SecureTests {
    private func failure(_ outcome: Tool.Outcome) -> String {
        #expect(outcome.status == 1)
        return outcome.errors
    }

    @Test func `an unknown authority is refused, a given one trusted`() async throws {
        let server = try await SecureServer(of: try Pictures.png())
        let words = ["get", server.url("/cat.png"), "--no-cache"]
        let refused = failure(try await Tool().run(words))
        #expect(refused.contains("unknown issuer of the server's certificate"), "\(refused)")
        let trusted = try await Tool().run(words + ["--cacert", server.authority])
        #expect(trusted.status == 0, "\(trusted.errors)")
        #expect(trusted.errors.isEmpty)
        var tool = Tool()
        tool.environment["SSL_CERT_FILE"] = server.authority
        #expect(try await tool.run(words).status == 0)
        let info = try await Tool().run(
            "info", server.url("/cat.png"), "--cacert", server.authority)
        #expect(info.text.contains("png 40x30"))
    }

    @Test func `an insecure load says so each time, and answers no secure one`() async throws {
        let server = try await SecureServer(of: try Pictures.png())
        let folder = try Folder()
        let words = ["get", server.url("/cat.png"), "--json", "--cache-dir", folder("cache")]
        for expected in ["network", "disk"] {
            let outcome = try await Tool().run(words + ["--insecure"])
            #expect(outcome.status == 0, "\(outcome.errors)")
            #expect(
                outcome.errors
                    == "webimage: --insecure: the certificates of servers are not checked\n")
            #expect(try outcome.json().first?.text("origin") == expected)
        }
        let secure = try await Tool().run(words + ["--only-if-cached"])
        #expect(failure(secure).contains("not in the cache"))
        #expect(failure(try await Tool().run(words)).contains("certificate"))
        let trusted = try await Tool().run(words + ["--cacert", server.authority])
        #expect(try trusted.json().first?.text("origin") == "network")
    }

    @Test func `what an extra root vouched for answers no run without it`() async throws {
        let server = try await SecureServer(of: try Pictures.png())
        let folder = try Folder()
        let words = ["get", server.url("/cat.png"), "--json", "--cache-dir", folder("cache")]
        for expected in ["network", "disk"] {
            let trusted = try await Tool().run(words + ["--cacert", server.authority])
            #expect(try trusted.json().first?.text("origin") == expected, "\(trusted.errors)")
        }
        let plain = try await Tool().run(words + ["--only-if-cached"])
        #expect(failure(plain).contains("not in the cache"))
        #expect(failure(try await Tool().run(words)).contains("certificate"))
    }

    @Test func `what a server gave to a certificate answers no run without it`() async throws {
        let server = try await SecureServer(of: try Pictures.png(), requiresClient: true)
        let folder = try Folder()
        let (certificate, key) = server.client
        let words = [
            "get", server.url("/cat.png"), "--json", "--cache-dir", folder("cache"), "--cacert",
            server.authority,
        ]
        for expected in ["network", "disk"] {
            let known = try await Tool().run(words + ["--cert", certificate, "--key", key])
            #expect(try known.json().first?.text("origin") == expected, "\(known.errors)")
        }
        let unknown = try await Tool().run(words + ["--only-if-cached"])
        #expect(failure(unknown).contains("not in the cache"))
    }

    @Test func `a server that requires a certificate gets the user's`() async throws {
        let server = try await SecureServer(of: try Pictures.png(), requiresClient: true)
        let words = ["get", server.url("/cat.png"), "--no-cache", "--cacert", server.authority]
        let refused = failure(try await Tool().run(words))
        #expect(refused.contains("client certificate"), "\(refused)")
        let (certificate, key) = server.client
        let good = try await Tool().run(words + ["--cert", certificate, "--key", key])
        #expect(good.status == 0, "\(good.errors)")
        let folder = try Folder()
        let both = try [certificate, key].flatMap { path in
            [UInt8](try Data(contentsOf: URL(filePath: path)))
        }
        let one = try folder.write(both, to: "both.pem")
        #expect(try await Tool().run(words + ["--cert", one]).status == 0)
        let keyless = try await Tool().run(words + ["--cert", certificate])
        #expect(failure(keyless).contains("its key cannot be read"))
    }

    @Test func `a certificate goes to the servers of the sources only`() async throws {
        let target = try await SecureServer(of: try Pictures.png(), requiresClient: true)
        let there = target.url("/cat.png").replacing("localhost", with: "127.0.0.1")
        let first = try await SecureServer(of: try Pictures.png())
        try first.redirect("/other.png", to: there)
        try first.redirect("/port.png", to: target.url("/cat.png"))
        let (certificate, key) = target.client
        let words = ["--no-cache", "--insecure", "--cert", certificate, "--key", key]
        for path in ["/other.png", "/port.png"] {
            let refused = failure(try await Tool().run(["get", first.url(path)] + words))
            #expect(refused.contains("client certificate"), "\(refused)")
        }
        let both = ["get", target.url("/cat.png"), first.url("/port.png"), "-j1"]
        let good = [["get", there], ["info", there], both]
        for command in good {
            let outcome = try await Tool().run(command + words)
            #expect(outcome.status == 0, "\(outcome.errors)")
        }
        let list = try Folder()
        let path = try list.write(Array("\(there)\n".utf8), to: "urls.txt")
        let prefetch = try await Tool().run(
            ["prefetch", path, "--insecure", "--cert", certificate, "--key", key])
        #expect(prefetch.status == 0, "\(prefetch.errors)")
    }
}

/// The servers that may ask for the user's certificate.
struct SourceServerTests {
    @Test(arguments: [
        ("https://a.example/x", "https://me@A.example:443/y?z", true),
        ("http://a.example/x", "https://a.example/x", true),
        ("https://a.example:8443/x", "https://a.example:8443/", true),
        ("https://a.example/x", "http://a.example/x", false),
        ("https://a.example/x", "https://a.example:8443/x", false),
        ("https://a.example:8443/x", "https://a.example/x", false),
        ("http://a.example:8080/x", "https://a.example/x", false),
        ("https://a.example/x", "https://b.a.example/x", false),
        ("https://a.example/x", "https://a.example.b/x", false),
    ])
    func `a server is told by scheme, host and port`(
        source: String, url: String, isOne: Bool
    ) async {
        let servers = SourceServers()
        await servers.add(source, by: pipeline)
        #expect(servers.contains(url) == isOne)
    }

    @Test func `a host of another script is known by its name in requests`() async {
        let servers = SourceServers()
        await servers.add("https://Bücher.example/cat.png", by: pipeline)
        #expect(servers.contains("https://xn--bcher-kva.example/cat.png"))
        #expect(!servers.contains("https://xn--bcher-kva.example:8443/cat.png"))
    }

    private let pipeline = ImagePipeline(
        transport: DryTransport(), memory: MemoryCache(maxBytes: 1), disk: nil)
}
