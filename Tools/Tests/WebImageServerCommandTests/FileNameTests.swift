import Foundation
import Testing
import WebImageTesting

/// The names that browsers save files with.
struct FileNameTests {
    private func name(_ server: ServerProcess, _ target: String) async throws -> String? {
        try await server.ask(target)["Content-Disposition"]
    }

    @Test(arguments: ["webimage", "imgproxy", "thumbor"])
    func `the name is the decoded last part of the path, without a query`(
        grammar: String
    ) async throws {
        let source = try Source()
        let server = try await ServerProcess(
            ["--allow-loopback", "--grammar", grammar],
            ["IMGPROXY_ALLOW_LOOPBACK_SOURCE_ADDRESSES": "true"])
        let heads = [
            "webimage": "/v1/-/-/format=png/plain/", "imgproxy": "/_/f:png/plain/",
            "thumbor": "/unsafe/filters:format(png)/",
        ]
        for (path, name) in [
            ("/d/raw?h=geheim", "raw.png"), ("/cat.jpg?a=b/c.d", "cat.png"),
            ("/a%20b.jpg", "a b.png"),
            ("/raw%3Fh=geheim", "raw.png"), ("/a%22b.jpg", "a%22b.png"),
            ("/a%0D%0Ab.x", "a__b.png"),
            ("/d%2Fe.png", "e.png"), ("/", "image.png"), ("/cat.jpg#x", "cat.png"),
        ] {
            source.origin.reply(
                String(path.prefix { $0 != "#" }), with: try Source.picture())
            let text =
                source.origin.url(path)
                .addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
            let found = try await self.name(server, "\(heads[grammar] ?? "")\(text)")
            #expect(found == "inline; filename=\"\(name)\"", "\(path)")
        }
    }

    @Test func `a name of the address ends at a query`() async throws {
        let source = try Source()
        source.origin.reply("/a.png", with: try Source.picture())
        let text =
            source.origin.url("/a.png")
            .addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
        let own = try await ServerProcess(["--allow-loopback"])
        let imgproxy = try await ServerProcess(
            [], ["IMGPROXY_ALLOW_LOOPBACK_SOURCE_ADDRESSES": "true"])
        let digits = Data("cat?h=geheim".utf8).base64EncodedString()
        #expect(
            try await name(own, "/v1/-/-/format=png;filename=cat%3Fh=geheim/plain/\(text)")
                == "inline; filename=\"cat.png\"")
        #expect(
            try await name(imgproxy, "/_/f:png/fn:\(digits):1/plain/\(text)")
                == "inline; filename=\"cat.png\"")
    }

    @Test func `the ending of a source that passes hides nothing`() async throws {
        let source = try Source()
        source.origin.reply("/a.p%22%0Ag", with: try Source.picture())
        let text =
            source.origin.url("/a.p%22%0Ag?b.exe")
            .addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
        source.origin.reply("/a.p%22%0Ag?b.exe", with: try Source.picture())
        let server = try await ServerProcess(["--allow-loopback"])
        #expect(
            try await name(server, "/v1/-/-/source/plain/\(text)")
                == "inline; filename=\"a.png\"")
    }
}
