import Testing
import WebImageCaching
import WebImageInterceptors
import WebImageLoading
import WebImagePipeline
import WebImageTesting

/// The lifetime of a picture behind redirects, with a real origin.
struct RedirectFreshnessTests {
    /// A redirect, and the number of times that it is asked for.
    struct Link: Sendable, CustomTestStringConvertible {
        let status: Int
        let fields: HeaderFields
        var mode = CacheMode.private
        /// The requests after two loads at once.
        let first: Int
        /// The requests after another load, 61 seconds later.
        let later: Int

        var testDescription: String {
            "\(status) \(fields.fields.map { "\($0.name): \($0.value)" }) \(mode)"
        }

        func reply(to target: String) -> OriginReply {
            OriginReply(
                status: status,
                headers: [("Location", target)] + fields.fields.map { ($0.name, $0.value) })
        }
    }

    private static func control(_ text: String) -> HeaderFields { ["Cache-Control": text] }

    @Test(arguments: [
        Link(status: 302, fields: [:], first: 2, later: 3),
        Link(status: 303, fields: [:], first: 2, later: 3),
        Link(status: 307, fields: [:], first: 2, later: 3),
        Link(status: 301, fields: [:], first: 1, later: 1),
        Link(status: 308, fields: [:], first: 1, later: 1),
        Link(status: 302, fields: control("private, no-cache, no-store"), first: 2, later: 3),
        Link(status: 301, fields: control("no-store"), first: 2, later: 3),
        Link(status: 302, fields: control("max-age=0"), first: 2, later: 3),
        Link(status: 308, fields: control("no-cache"), first: 2, later: 3),
        Link(status: 302, fields: control("max-age=60"), first: 1, later: 2),
        Link(status: 301, fields: control("max-age=60"), first: 1, later: 2),
        Link(status: 302, fields: control("max-age=99"), first: 1, later: 1),
        Link(status: 307, fields: control("max-age=99, public"), first: 1, later: 1),
        Link(
            status: 302, fields: ["Cache-Control": "max-age=99", "Age": "50"], first: 1, later: 2),
        Link(
            status: 302, fields: ["Last-Modified": "Sun, 06 Nov 1994 08:49:37 GMT"], first: 2,
            later: 3),
        Link(status: 301, fields: ["Vary": "*"], first: 2, later: 3),
        Link(status: 302, fields: control("s-maxage=99"), first: 2, later: 3),
        Link(status: 302, fields: control("s-maxage=99"), mode: .shared, first: 1, later: 1),
        Link(
            status: 302, fields: control("s-maxage=60, max-age=99"), mode: .shared, first: 1,
            later: 2),
        Link(
            status: 302, fields: control("private, max-age=99"), mode: .shared, first: 2, later: 3),
        Link(status: 302, fields: control("max-age=60"), mode: .shared, first: 1, later: 2),
    ])
    func `a picture is fresh no longer than each redirect to it`(_ link: Link) async throws {
        let job = try LoopbackJob()
        job.serve("/v1")
        job.origin.reply("/latest", with: link.reply(to: "/v1"))
        for _ in 0..<2 {
            // From disk each time: the memory is empty.
            _ = try await job.pipeline(link.mode).image(for: job.origin.url("/latest"))
        }
        #expect(job.origin.requestCount("/latest") == link.first)
        job.advance(by: 61)
        let pipeline = job.pipeline(link.mode)
        _ = try await pipeline.image(for: job.origin.url("/latest"))
        #expect(job.origin.requestCount("/latest") == link.later)
        // The new response lasts as long as the first one.
        _ = try await pipeline.image(for: job.origin.url("/latest"))
        let again = link.first == 1 ? 0 : 1
        #expect(job.origin.requestCount("/latest") == link.later + again)
    }

    @Test func `a target on another host is confirmed, not sent again`() async throws {
        let job = try LoopbackJob()
        job.serve("/v1", "max-age=31536000")
        let target = "http://localhost:\(job.origin.port)/v1"
        job.origin.reply("/latest", with: .redirect(to: target))
        let pipeline = job.pipeline()
        _ = try await pipeline.image(for: job.origin.url("/latest"))
        #expect(try await pipeline.image(for: job.origin.url("/latest")).unchanged)
        let asked = job.origin.requests.filter { $0.path == "/v1" }
        #expect(asked.map { $0["If-None-Match"] } == [nil, "\"1\""])
    }

    @Test func `the first of two redirects ends the freshness of the whole`() async throws {
        let job = try LoopbackJob()
        job.serve("/v1")
        job.origin.reply("/a", with: .redirect(to: "/b").header("Cache-Control", "max-age=60"))
        job.origin.reply("/b", with: .redirect(to: "/v1", status: 301))
        let pipeline = job.pipeline()
        for seconds in [59.0, 2] {
            _ = try await pipeline.image(for: job.origin.url("/a"))
            job.advance(by: seconds)
            _ = try await pipeline.image(for: job.origin.url("/a"))
        }
        #expect(job.origin.requestCount("/a") == 2)
    }

    @Test func `a response in use says the lifetime of its chain`() async throws {
        let job = try LoopbackJob()
        job.serve("/v1", "public, max-age=2592000, immutable")
        job.origin.reply(
            "/latest", with: .redirect(to: "/v1").header("Cache-Control", "max-age=60"))
        let response = try await job.pipeline().image(for: job.origin.url("/latest"))
        #expect(response.head?.headers["Cache-Control"] == "max-age=60, public")
        #expect(response.head?.url == job.origin.url("/v1"))
    }

    @Test func `no-store on the way reaches neither memory nor disk`() async throws {
        let job = try LoopbackJob()
        job.serve("/v1")
        job.origin.reply(
            "/latest", with: .redirect(to: "/v1").header("Cache-Control", "no-store"))
        let pipeline = job.pipeline()
        for _ in 0..<2 {
            let response = try await pipeline.image(for: job.origin.url("/latest"))
            #expect(response.origin == .network)
        }
        await pipeline.flush()
        #expect(job.entryCount == 0)
        #expect(job.origin.requests.allSatisfy { $0["If-None-Match"] == nil })
    }

    @Test func `a confirmation of the target revives nothing that its redirect forbids`()
        async throws
    {
        let job = try LoopbackJob()
        job.serve("/v1")
        let redirect = OriginReply.redirect(to: "/v1")
        job.origin.reply("/latest", with: [redirect, redirect.header("Cache-Control", "no-store")])
        let pipeline = job.pipeline()
        let url = job.origin.url("/latest")
        _ = try await pipeline.image(for: url)
        await pipeline.flush()
        #expect(job.entryCount == 1)
        #expect(try await pipeline.image(for: url).unchanged)
        await pipeline.flush()
        #expect(job.entryCount == 0)
        #expect(try await pipeline.image(for: url).origin == .network)
        let asked = job.origin.requests.filter { $0.path == "/v1" }.map { $0["If-None-Match"] }
        #expect(asked == [nil, "\"1\"", nil])
    }

    @Test func `a redirect that lasts again makes a confirmed picture fresh`() async throws {
        let job = try LoopbackJob()
        job.serve("/v1")
        let redirect = OriginReply.redirect(to: "/v1")
        job.origin.reply(
            "/latest", with: [redirect, redirect.header("Cache-Control", "max-age=60")])
        let pipeline = job.pipeline()
        for _ in 0..<4 { _ = try await pipeline.image(for: job.origin.url("/latest")) }
        #expect(job.origin.requestCount("/latest") == 2)
        #expect(job.origin.requestCount("/v1") == 2)
    }

    @Test func `the origin is asked first where only the target allows stale use`() async throws {
        let job = try LoopbackJob()
        job.serve("/v1", "max-age=60, stale-while-revalidate=600")
        job.origin.reply("/latest", with: .redirect(to: "/v1"))
        let pipeline = job.pipeline()
        _ = try await pipeline.image(for: job.origin.url("/latest"))
        job.advance(by: 61)
        #expect(try await pipeline.image(for: job.origin.url("/latest")).unchanged)
        job.origin.reply("/latest", with: .redirect(to: "/v1", status: 308))
        _ = try await pipeline.image(for: job.origin.url("/latest"))
        job.advance(by: 61)
        #expect(try await !pipeline.image(for: job.origin.url("/latest")).unchanged)
    }

    @Test func `fields by which a redirect varies select the picture`() async throws {
        let job = try LoopbackJob()
        job.serve("/v1")
        job.origin.reply(
            "/latest",
            with: .redirect(to: "/v1", status: 301).header("Vary", "User-Agent"))
        let pipeline = job.pipeline()
        for (agent, count) in [("a", 1), ("a", 1), ("b", 2), ("b", 2), ("a", 3)] {
            var request = ImageRequest(job.origin.url("/latest"))
            request.headers["User-Agent"] = agent
            _ = try await pipeline.image(for: request)
            #expect(job.origin.requestCount("/latest") == count)
        }
    }

    @Test func `the text of a two-step URL is remembered no longer than a redirect to it`()
        async throws
    {
        let job = try LoopbackJob()
        job.serve("/v1", "max-age=0")
        let text = OriginReply(
            headers: [("Cache-Control", "max-age=60")], body: Array(job.origin.url("/v1").utf8))
        job.origin.reply("/text", with: text)
        let redirect = OriginReply.redirect(to: "/text")
        job.origin.reply(
            "/first", with: [redirect, redirect.header("Cache-Control", "max-age=60")])
        var pipeline = job.pipeline()
        pipeline.interceptors = [.twoStepURL(.prefix(job.origin.url("/first")))]
        for _ in 0..<4 { _ = try await pipeline.image(for: job.origin.url("/first")) }
        #expect(job.origin.requestCount("/first") == 2)
        #expect(job.origin.requestCount("/v1") == 4)
    }
}
