import Foundation
import Testing
import WebImageTesting

/// Attacks of clients and origins that a review found to hold.
struct AttackTests {
    private static let open = ["IMGPROXY_ALLOW_LOOPBACK_SOURCE_ADDRESSES": "true"]

    @Test func `no path leaves the folder of local files, however it is written`() async throws {
        let folder = FileManager.default.temporaryDirectory.path + "/local-\(UUID().uuidString)"
        let files = FileManager.default
        try files.createDirectory(
            atPath: folder + "/root/public", withIntermediateDirectories: true)
        defer { try? files.removeItem(atPath: folder) }
        let png = Data(try Source.png())
        for path in ["/secret.png", "/root/private.png", "/root/public/a.png"] {
            try png.write(to: URL(filePath: folder + path))
        }
        try files.createSymbolicLink(
            atPath: folder + "/root/public/link.png", withDestinationPath: folder + "/secret.png")
        let server = try await ServerProcess(
            [],
            [
                "IMGPROXY_LOCAL_FILESYSTEM_ROOT": folder + "/root",
                "IMGPROXY_ALLOWED_SOURCES": "local:///public/",
            ])
        let unit = "../%CC%81Z%D8%80/"
        for (path, status) in [
            ("public/a.png", 200), ("public/link.png", 404), ("private.png", 404),
            ("public/../private.png", 404), ("public/%23/../../private.png", 404),
            ("public/%3F/../../private.png", 404),
            ("public/" + String(repeating: unit, count: 8) + "../secret.png", 404),
            (String(repeating: unit, count: 8) + "../etc/passwd", 404),
        ] {
            for option in ["raw:1", "w:20"] {
                let reply = try await server.ask("/_/\(option)/plain/local:///\(path)")
                #expect(reply.status == status, "\(option) \(path): \(reply.status)")
            }
        }
    }

    @Test func `an origin that switches protocols writes no response`() async throws {
        let source = try Source()
        source.origin.reply(
            "/a", with: OriginReply(status: 101, body: Array("HTTP/1.1 200 OK".utf8)))
        let server = try await ServerProcess([], Self.open)
        let reply = try await server.ask("/_/raw:1/plain/\(source.origin.url("/a"))")
        #expect(reply.status >= 400, "\(reply.status)")
    }

    @Test func `a client without its cookie gets no picture of another one's`() async throws {
        let source = try Source()
        source.origin.reply("/a.png", with: try Source.picture([("Cache-Control", "max-age=60")]))
        let server = try await ServerProcess(
            [],
            Self.open.merging(
                [
                    "IMGPROXY_COOKIE_PASSTHROUGH": "true",
                    "IMGPROXY_COOKIE_BASE_URL": source.origin.url(""),
                ]
            ) { $1 })
        _ = try await server.ask(source.address("/a.png"))
        _ = try await server.ask(
            source.address("/a.png"), ["Cookie": "s=A", "If-None-Match": "\"zzz\""])
        #expect(source.origin.requestCount("/a.png") == 2)
        // The base is the user of another host here.
        let base = source.origin.url("").replacingOccurrences(of: "//", with: "//x@")
        _ = try await server.ask("/_/plain/\(base)/b.png", ["Cookie": "s=B"])
        #expect(
            !source.origin.requests.contains { request in
                request.path == "/b.png" && request.headers.contains { $0.name == "Cookie" }
            })
    }

    @Test func `a picture made within larger bounds does not answer within smaller ones`()
        async throws
    {
        let source = try Source()
        source.origin.reply("/a.png", with: try Source.picture([("Cache-Control", "max-age=60")]))
        let server = try await ServerProcess(
            [], Self.open.merging(["IMGPROXY_ALLOW_SECURITY_OPTIONS": "true"]) { $1 })
        #expect(try await server.ask(source.address("/a.png", "w:21")).status == 200)
        for bound in ["msfs:1", "msr:0.000001"] {
            #expect(try await server.ask(source.address("/a.png", "\(bound)/w:21")).status == 422)
        }
    }

    @Test(arguments: [
        "..%2fa.png", "..%5ca.png", #"..\a.png"#, "%2e%2e/a.png", "%252e%252e/a.png", "..;/a.png",
    ])
    func `no spelling of dots leaves an allowed folder`(_ path: String) async throws {
        let source = try Source()
        source.origin.reply("/good/b.png", with: try Source.picture())
        for grammar in ["webimage", "imgproxy", "thumbor"] {
            let server = try await ServerProcess(
                [
                    "--grammar", grammar, "--allow", source.origin.url("/good/"),
                    "--allow-loopback",
                ], ["IMGPROXY_ALLOW_LOOPBACK_SOURCE_ADDRESSES": "true"])
            let heads = [
                "webimage": "/v1/-/-/-/plain/", "imgproxy": "/_/plain/", "thumbor": "/unsafe/",
            ]
            for (name, isAllowed) in [("b.png", true), (path, false)] {
                let text =
                    source.origin.url("/good/\(name)")
                    .addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
                let reply = try await server.ask("\(heads[grammar] ?? "")\(text)")
                #expect((reply.status == 200) == isAllowed, "\(grammar) \(name): \(reply.status)")
            }
        }
        #expect(source.origin.requests.allSatisfy { $0.path == "/good/b.png" })
    }

    @Test func `a pattern that ends within the host is that host`() async throws {
        let source = try Source()
        source.origin.reply("/a.png", with: try Source.picture())
        let origin = source.origin.url("")
        for (pattern, status) in [
            (origin, 200), (String(origin.dropLast()), 403), ("http://127.0.0", 403),
            ("http://127.0.0.1", 403),
        ] {
            let server = try await ServerProcess(["--allow", pattern, "--allow-loopback"])
            let text =
                source.origin.url("/a.png")
                .addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
            #expect(try await server.ask("/v1/-/-/-/plain/\(text)").status == status, "\(pattern)")
        }
    }

    @Test func `no user of a source is in logs`() async throws {
        let server = try await ServerProcess(["--allow", "https://a.test/"])
        for target in [
            "/v1/-/-/-/plain/http%3A%2F%2Fusr%3Ageheim%40b.test%2Fx.png%3Ftoken%3Dgeheim",
            "/v1/-/-/-/plain/http://usr:geheim@b.test/x.png",
        ] {
            #expect(try await server.ask(target).status >= 400)
        }
        #expect(!server.log.contains("geheim"), "\(server.log)")
    }
}
