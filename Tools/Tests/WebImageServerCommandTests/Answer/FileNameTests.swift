import Foundation
import Testing
import WebImageTesting

/// The names that browsers save files with.
struct FileNameTests {
    private func name(_ server: ServerProcess, _ target: String) async throws -> String? {
        try await server.ask(target)["Content-Disposition"]
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
