import Foundation
import Testing
import WebImage
import WebImageTesting

/// Stale pictures in `info`, and the number of requests that renew them.
struct FreshnessTests {
    private static let fields = [("Cache-Control", "max-age=0, stale-while-revalidate=600")]

    /// An origin whose picture is in a cache, and may be shown while it is renewed.
    private final class Scene: Sendable {
        let origin: OriginServer
        private let folder: Folder

        /// - Parameter reply: The reply to the next request.
        init(then reply: OriginReply) async throws {
            (origin, folder) = (try OriginServer(), try Folder())
            let first = OriginReply(
                headers: FreshnessTests.fields, body: try Pictures.png(40, 30))
            origin.reply("/cat.png", with: [first, reply])
            #expect(try await run(["get"]).status == 0)
            #expect(folder.files().contains { $0.hasSuffix(".entry") })
        }

        /// Runs a command on the picture and the cache.
        func run(_ words: [String]) async throws -> Tool.Outcome {
            let outcome = try await Tool().run(
                words + [origin.url("/cat.png"), "--cache-dir", folder("cache")])
            // Both are needed up to here.
            return withExtendedLifetime((origin, folder)) { outcome }
        }
    }

    private func renewed() throws -> OriginReply {
        OriginReply(headers: Self.fields, body: try Pictures.png(50, 30))
    }

    @Test(arguments: [["info"], ["info", "--placeholder"], ["get"]])
    func `a picture that may be shown meanwhile is renewed by one request`(
        words: [String]
    ) async throws {
        let scene = try await Scene(then: try renewed())
        let outcome = try await scene.run(words + ["--json"])
        #expect(outcome.status == 0)
        #expect(outcome.errors.isEmpty, "\(outcome.errors)")
        let line = try #require(try outcome.json().first)
        #expect(line.number("width") == 50)
        #expect(line.isNull("stale"))
        #expect((0..<60).contains(try #require(line.number("age_s"))))
        #expect(scene.origin.requests.count == 2)
    }

    @Test func `info tells a stale picture`() async throws {
        let scene = try await Scene(then: .status(503))
        let outcome = try await scene.run(["info", "--json"])
        #expect(outcome.status == 0)
        #expect(outcome.errors.contains("/cat.png: stale: the origin failed, the cached picture"))
        let line = try #require(try outcome.json().first)
        #expect(line.number("width") == 40)
        #expect(line.text("stale") == "status 503, expected 200 to 299")
        #expect(line.number("age_s") != nil)
        let text = try await scene.run(["info"])
        #expect(text.text.hasSuffix(" bytes (stale)\n"))
        #expect(try await scene.run(["info", "--quiet"]).errors.isEmpty)
    }

    @Test func `info fails for a picture that is gone, as get does`() async throws {
        let scene = try await Scene(then: .status(404))
        let outcome = try await scene.run(["info"])
        #expect(outcome.status == 1)
        #expect(outcome.errors.contains("load: status 404"))
    }

    @Test func `info tells the age of what the cache has, and none of files`() async throws {
        let origin = try OriginServer()
        let folder = try Folder()
        let fields = [("Cache-Control", "max-age=600")]
        origin.reply("/cat.png", with: OriginReply(headers: fields, body: try Pictures.png()))
        let place = ["--cache-dir", folder("cache"), "--json"]
        #expect(try await Tool().run(["get", origin.url("/cat.png")] + place).status == 0)
        let file = try folder.write(try Pictures.png(), to: "cat.png")
        let outcome = try await Tool().run(["info", origin.url("/cat.png"), file] + place)
        let lines = try outcome.json()
        #expect(lines.count == 2)
        #expect((0..<60).contains(try #require(lines.first?.number("age_s"))))
        #expect(lines.last?.isNull("age_s") == true)
        #expect(lines.allSatisfy { $0.isNull("stale") && $0.flag("unchanged") == false })
        #expect(origin.requests.count == 1)
    }

    @Test func `the cache alone is asked, if that is wanted`() async throws {
        let scene = try await Scene(then: try renewed())
        let outcome = try await scene.run(["get", "--only-if-cached"])
        #expect(outcome.status == 1)
        #expect(outcome.errors.contains("not in the cache"))
        #expect(scene.origin.requests.count == 1)
    }

    @Test func `a transform that fails on the new picture is no failure of the origin`()
        async throws
    {
        let small = OriginReply(headers: Self.fields, body: try Pictures.png(10, 10))
        let scene = try await Scene(then: small)
        let outcome = try await scene.run(["get", "--transform", "crop(20x20,15,5)"])
        #expect(outcome.status == 1)
        #expect(outcome.errors.contains(": transform: "), "\(outcome.errors)")
        #expect(!outcome.errors.contains("stale"))
        #expect(scene.origin.requests.count == 2)
    }
}
