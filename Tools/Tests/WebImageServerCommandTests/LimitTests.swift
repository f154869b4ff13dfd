import Foundation
import Testing
import WebImageTesting

/// The names of the settings that bound sources, in errors.
struct LimitTests {
    private func detail(_ variables: [String: String]) async throws -> String {
        let source = try Source()
        source.origin.reply("/a.png", with: try Source.picture())
        let server = try await ServerProcess(["--allow-loopback"], variables)
        let reply = try await server.ask(source.own("/a.png", "-"))
        #expect(reply.status == 422, "\(reply.text)")
        let object = try JSONSerialization.jsonObject(with: Data(reply.body)) as? [String: Any]
        return object?["detail"] as? String ?? ""
    }

    @Test func `too many pixels and bytes name the variable`() async throws {
        let pixels = try await detail(["WEBIMAGE_MAX_PIXELS": "1000"])
        #expect(pixels.hasSuffix("more than the 1000 allowed (WEBIMAGE_MAX_PIXELS)"), "\(pixels)")
        let bytes = try await detail(["WEBIMAGE_MAX_SOURCE_BYTES": "50"])
        #expect(bytes.hasSuffix("the limit is 50 (WEBIMAGE_MAX_SOURCE_BYTES)"), "\(bytes)")
    }
}
