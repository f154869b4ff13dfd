import Foundation
import Testing
import WebImageTesting

/// The lines of the log, of requests with a secret in each place of their addresses.
struct LogTests {
    private static let secret = "geheim"

    private func lines(_ server: ServerProcess) -> [[String: Any]] {
        server.log.split(separator: "\n").compactMap { line in
            (try? JSONSerialization.jsonObject(with: Data(line.utf8))) as? [String: Any]
        }
    }

    private func escaped(_ text: String) -> String {
        text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
    }

    private func digits(_ text: String) -> String {
        Data(text.utf8).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_")
            .replacing("=", with: "")
    }

    /// The sources with a secret that is no part of scheme, host and path.
    private func sources(_ origin: String) -> [String] {
        let address = "http://127.0.0.1:\(origin)"
        return [
            "\(address)/a.png?se=2026-12-01T00:00:00Z&sig=\(Self.secret)",
            "\(address)/a.png?x=a:b&token=\(Self.secret)", "\(address)/a.png#\(Self.secret)",
            "\(address)/a.png?u=http://b/\(Self.secret)", "\(address)/a.png%3Ftoken=\(Self.secret)",
            "\(address)/a.png%253Fa:b&token=\(Self.secret)",
            "http://user:\(Self.secret)@127.0.0.1:\(origin)/a.png",
            "http://\(Self.secret)@127.0.0.1:\(origin)/a.png?\(Self.secret)",
        ]
    }

    @Test(arguments: ["webimage", "imgproxy", "thumbor"])
    func `scheme, host and path of a source are told, and nothing else of it`(
        grammar: String
    ) async throws {
        let source = try Source()
        source.origin.reply("/a.png", with: try Source.picture([("Cache-Control", "max-age=60")]))
        let server = try await ServerProcess(
            ["--allow-loopback", "--grammar", grammar],
            ["IMGPROXY_ALLOW_LOOPBACK_SOURCE_ADDRESSES": "true"])
        let port = source.origin.url("").split(separator: ":").last.map(String.init) ?? ""
        var count = 0
        for text in sources(port) {
            let targets: [String] =
                switch grammar {
                case "webimage":
                    [
                        "/v1/-/-/size=fit:20x/plain/\(escaped(text))", "/v1/-/-/-/\(digits(text))",
                        "/v1/-/-/source/\(digits(text))", "/v1/-/-/filename=geheim/\(digits(text))",
                    ]
                case "imgproxy":
                    [
                        "/geheim/w:20/plain/\(escaped(text))",
                        "/_/fn:geheim/cb:geheim/\(digits(text))",
                        "/_/raw:1/\(digits(text))",
                    ]
                default: ["/unsafe/20x20/\(escaped(text))", "/unsafe/meta/\(escaped(text))"]
                }
            for target in targets {
                // A client's own query, and the same request again, which memory answers.
                for query in ["", "?\(Self.secret)", ""] {
                    if grammar != "imgproxy", !query.isEmpty { continue }
                    _ = try await server.ask(target + query)
                    count += 1
                }
            }
        }
        let paths = lines(server).compactMap { $0["path"] as? String }
        #expect(paths.count == count)
        #expect(paths.allSatisfy { $0.contains("http://127.0.0.1:\(port)/a.png") }, "\(paths)")
        #expect(!server.log.contains(Self.secret), "\(server.log)")
    }

    @Test func `the user and query of thumbor's addresses without a scheme are not told`()
        async throws
    {
        let server = try await ServerProcess(
            ["--grammar", "thumbor"], ["THUMBOR_ALLOWED_SOURCES": "a.test"])
        for target in [
            "/unsafe/20x20/user:geheim@b.test/a.jpg",
            "/unsafe/user:geheim@b.test/a.jpg?x=a:b&geheim",
            "/unsafe/filters:watermark(user:geheim@b.test/a.jpg?a:geheim,1,1,0)/a.test/b.jpg",
            "/unsafe/filters:watermark(http%3A//geheim@b.test/a.jpg,1,1,0)/b.test/b.jpg",
            "/unsafe/filters:format(geheim):nothing(geheim)/b.test/b.jpg?geheim",
        ] {
            #expect(try await server.ask(target).status == 400)
        }
        #expect(lines(server).filter { $0["path"] != nil }.count == 5)
        #expect(!server.log.contains(Self.secret), "\(server.log)")
    }

    @Test(arguments: [
        ("webimage", "/v1/-/-/-/plain/ftp%3A%2F%2Fu%3Ageheim%40h%2Fa"), ("webimage", "/geheim"),
        ("webimage", "/v1/-/geheim(1)/-/plain/x"), ("webimage", "/v1/-/-/geheim=1/plain/x"),
        ("webimage", "/v1/-/composite(http%3A%2F%2Fu%3Ageheim%40h%2Fa)/-/plain/x"),
        ("webimage", "/v1/-/-/preset=geheim/plain/x"), ("webimage", "/v1/geheim/-/-/plain/x"),
        ("webimage", "/.well-known/geheim"), ("imgproxy", "/_/geheim:1/plain/http://a.test/b"),
        ("imgproxy", "/_/w:geheim/plain/http://a.test/b"),
        ("imgproxy", "/_/plain/http://geheim@/a"),
        ("imgproxy", "/_/plain/user:geheim@host/a"), ("thumbor", "/unsafe/ftp://u:geheim@h/a"),
        ("thumbor", "/unsafe/http:/u:geheim@h/a"), ("thumbor", "/geheim/a.test/b"),
    ])
    func `an address that is not read is told by its digest`(
        grammar: String, target: String
    ) async throws {
        let server = try await ServerProcess(["--grammar", grammar])
        #expect(try await server.ask(target).status >= 400)
        let path = lines(server).compactMap { $0["path"] as? String }.last
        #expect(path?.wholeMatch(of: /sha256:[0-9a-f]{16}/) != nil, "\(server.log)")
        #expect(!server.log.contains(Self.secret), "\(server.log)")
    }

    @Test func `paths of the server itself are told without their query`() async throws {
        let server = try await ServerProcess(["--prefix", "/images"])
        for path in ["/images/health", "/images/ready", "/images/"] {
            _ = try await server.ask(path + "?geheim")
            #expect(lines(server).last?["path"] as? String == path)
        }
        _ = try await server.ask("/images/v1/-/-/-/geheim", method: "OPTIONS")
        #expect(!server.log.contains(Self.secret), "\(server.log)")
    }

    @Test(arguments: [true, false])
    func `a body that its client leaves is told as cut`(leaves: Bool) async throws {
        let source = try Source()
        let bytes = [UInt8](repeating: 7, count: 32 << 20)
        source.origin.reply("/a.png", with: OriginReply(body: bytes))
        let server = try await ServerProcess(["--allow-loopback"])
        do {
            let connection = try Connection(port: server.port)
            try connection.send(source.own("/a.png", "source"))
            // The body waits for its client by then.
            if leaves { try await Task.sleep(for: .milliseconds(700)) }
            if !leaves { _ = try await connection.reply() }
            withExtendedLifetime(connection) {}
        }
        var line: [String: Any]?
        for _ in 0..<200 where line == nil {
            line = lines(server).last { $0["status"] != nil }
            try await Task.sleep(for: .milliseconds(20))
        }
        #expect(line?["cut"] as? Bool == (leaves ? true : nil), "\(server.log)")
    }
}
