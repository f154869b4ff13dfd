import Foundation
import Testing
import WebImageTesting

/// The field `Cache-Status`, which tells what is.
struct CacheStatusTests {
    private func told(
        _ fields: [(String, String)], _ variables: [String: String] = [:]
    ) async throws -> [String] {
        let source = try Source()
        source.origin.reply("/a.png", with: try Source.picture(fields))
        let server = try await ServerProcess(["--allow-loopback"], variables)
        let target = source.own("/a.png", "size=fit:20x")
        var told: [String] = []
        for _ in 0..<2 {
            let reply = try await server.ask(target)
            let values = reply.fields.filter { $0.name.lowercased() == "cache-status" }
            #expect(reply.status == 200 && values.count == 1, "\(reply.fields)")
            told.append(values.first?.value ?? "")
        }
        return told
    }

    @Test func `a server without caches stores nothing`() async throws {
        let told = try await told(
            [("Cache-Control", "max-age=60")], ["WEBIMAGE_MEMORY_BYTES": "0"])
        #expect(told == Array(repeating: "webimage-server; fwd=uri-miss", count: 2))
    }

    @Test func `a folder alone stores`() async throws {
        let folder = FileManager.default.temporaryDirectory.path + "/status-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let told = try await told(
            [("Cache-Control", "max-age=60")],
            ["WEBIMAGE_MEMORY_BYTES": "0", "WEBIMAGE_CACHE": folder])
        #expect(told[0] == "webimage-server; fwd=uri-miss; stored")
        #expect(told[1].contains("; hit; ttl="), "\(told)")
    }
}
