import Foundation
import Testing
import WebImageTesting

/// Servers with other settings over the caches that others filled.
struct SharedFolderTests {
    /// A folder that is removed with its last reference.
    private final class Folder: Sendable {
        let path = FileManager.default.temporaryDirectory.path + "/shared-\(UUID().uuidString)"
        deinit { try? FileManager.default.removeItem(atPath: path) }
    }

    private let folder = Folder()

    /// Starts a server over the folder.
    private func server(_ variables: [String: String]) async throws -> ServerProcess {
        try await ServerProcess(
            [],
            [
                "IMGPROXY_ALLOW_LOOPBACK_SOURCE_ADDRESSES": "true", "WEBIMAGE_CACHE": folder.path,
                "SSL_CERT_FILE": "/etc/ssl/certs/ca-certificates.crt", "SSL_CERT_DIR": "",
            ].merging(variables) { $1 })
    }

    /// Returns the status, and the cache that answered, if one did.
    private func outcome(
        _ server: ServerProcess, _ target: String
    ) async throws -> (status: Int, isHit: Bool) {
        let reply = try await server.ask(target)
        return (reply.status, reply["Cache-Status"]?.contains("; hit") == true)
    }

    /// Asks servers one after the other; checks that each asks the origin for itself, and finds its
    /// own.
    private func expectApart(
        _ kinds: [(variables: [String: String], status: Int)], _ target: String,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        for isSecond in [false, true] {
            for kind in kinds {
                let server = try await server(kind.variables)
                let (status, isHit) = try await outcome(server, target)
                #expect(status == kind.status, sourceLocation: sourceLocation)
                #expect(
                    isHit == (isSecond && status == 200), "\(kind.variables)",
                    sourceLocation: sourceLocation)
                // A store is behind its response, and a second answer comes from memory.
                if status == 200 { _ = try await server.ask(target) }
                server.send(SIGTERM)
                _ = try await server.status()
            }
        }
    }

    @Test(.enabled(if: SecureSource.isAvailable, "openssl serves"))
    func `what came unchecked, or by other roots, answers no server that checks`() async throws {
        let source = try await SecureSource()
        let refused = try await server([:]).ask(source.address)
        try await expectApart(
            [
                (["IMGPROXY_IGNORE_SSL_VERIFICATION": "true"], 200), ([:], refused.status),
                (["SSL_CERT_FILE": source.certificate], 200), ([:], refused.status),
                (["SSL_CERT_FILE": "", "SSL_CERT_DIR": "/etc/ssl/certs"], refused.status),
            ], source.address)
        #expect(refused.status >= 400)
    }

    @Test(
        .enabled(
            if: SecureSource.isAvailable && RedisServer.isInstalled,
            "there is no redis-server (scripts/bootstrap test)"))
    func `what came unchecked answers no server that checks, through a store`() async throws {
        let (source, redis) = (try await SecureSource(), try await RedisServer())
        let store = [
            "WEBIMAGE_CACHE": "none", "WEBIMAGE_REDIS": "redis://:s3cret@127.0.0.1:\(redis.port)/1",
        ]
        let refused = try await server(store).ask(source.address)
        let open = store.merging(["IMGPROXY_IGNORE_SSL_VERIFICATION": "true"]) { $1 }
        try await expectApart([(open, 200), (store, refused.status)], source.address)
    }

    /// Asks servers with other limits of pixels over the same caches.
    ///
    /// - Parameter caches: The variables of the caches.
    private func expectLimits(over caches: [String: String]) async throws {
        let source = try Source()
        source.origin.reply("/a.png", with: try Source.picture([("Cache-Control", "max-age=600")]))
        // 40 x 30 pixels.
        let target = "/v1/-/-/size=fit:20x/plain/\(source.origin.url("/a.png"))"
        func native(_ pixels: String?, _ caches: [String: String]) async throws -> ServerProcess {
            let limit = pixels.map { ["WEBIMAGE_MAX_PIXELS": $0] } ?? [:]
            return try await ServerProcess(["--allow-loopback"], limit.merging(caches) { $1 })
        }
        let fresh = try await native("1199", [:]).ask(target)
        #expect(fresh.status == 422)
        let one = try await native(nil, caches)
        #expect(try await one.ask(target).status == 200)
        #expect(try await one.ask(target).status == 200)
        one.send(SIGTERM)
        _ = try await one.status()
        let refused = try await native("1199", caches).ask(target)
        #expect(refused.status == 422 && refused.body == fresh.body, "\(refused.text)")
        let (status, isHit) = try await outcome(native("1200", caches), target)
        #expect(status == 200 && isHit)
        #expect(source.origin.requestCount("/a.png") == 2)
    }

    @Test func `a server with other limits of pixels answers as without a cache`() async throws {
        try await expectLimits(over: ["WEBIMAGE_CACHE": folder.path])
    }

    @Test(
        .enabled(
            if: RedisServer.isInstalled, "there is no redis-server (scripts/bootstrap test)"))
    func `a server with other limits of pixels answers as without a store`() async throws {
        let redis = try await RedisServer()
        try await expectLimits(
            over: ["WEBIMAGE_REDIS": "redis://:s3cret@127.0.0.1:\(redis.port)/1"])
    }
}
