import Testing
import WebImageCaching
import WebImageLoading
import WebImagePipeline
import WebImageTesting

/// Cookies of real loads.
struct CookieLoadTests {
    /// Makes a path redirect to itself until the cookie comes.
    private func ask(for cookie: String, at path: String, of job: LoopbackJob, age: Int = 0) {
        job.origin.reply(path) { [picture = job.picture] request in
            request["Cookie"]?.contains("\(cookie)=1") == true
                ? OriginReply(headers: [("Cache-Control", "max-age=\(age)")], body: picture)
                : .redirect(to: path).header("Set-Cookie", "\(cookie)=1; Path=/; HttpOnly")
        }
    }

    @Test func `a host that sets a cookie and redirects to itself yields the picture`()
        async throws
    {
        let job = try LoopbackJob()
        ask(for: "seen", at: "/a", of: job)
        for _ in 0..<2 { _ = try await job.pipeline().image(for: job.origin.url("/a")) }
        #expect(job.origin.requests.map { $0["Cookie"] } == [nil, "seen=1", nil, "seen=1"])
    }

    @Test func `a request's own cookies are sent alone`() async throws {
        let job = try LoopbackJob()
        ask(for: "seen", at: "/a", of: job)
        var request = ImageRequest(job.origin.url("/a"))
        request.headers["Cookie"] = "mine=2"
        let failure = await #expect(throws: ImageError.self) {
            try await job.pipeline().image(for: request)
        }
        guard case .load(let cause) = failure else { return #expect(failure == nil) }
        #expect(cause.kind == .redirect)
        #expect(job.origin.requests.allSatisfy { $0["Cookie"] == "mine=2" })
    }

    @Test func `another server gets none`() async throws {
        let (job, other) = (try LoopbackJob(), try LoopbackJob())
        other.serve("/b")
        job.origin.reply(
            "/a", with: .redirect(to: other.origin.url("/b")).header("Set-Cookie", "a=1"))
        _ = try await job.pipeline().image(for: job.origin.url("/a"))
        #expect(other.origin.requests.map { $0["Cookie"] } == [nil])
    }

    @Test func `a jar keeps cookies for later loads, and keys know its account`() async throws {
        let job = try LoopbackJob()
        ask(for: "login", at: "/in", of: job)
        job.origin.reply("/a") { [picture = job.picture] request in
            request["Cookie"] == "login=1"
                ? OriginReply(headers: [("Cache-Control", "max-age=60")], body: picture)
                : .status(403)
        }
        let jar = CookieJar(account: "me")
        let pipeline = job.pipeline(SchemeLoader(over: job.transport, cookies: jar))
        await #expect(throws: ImageError.self) {
            try await job.pipeline().image(for: job.origin.url("/a"))
        }
        _ = try await pipeline.image(for: job.origin.url("/in"))
        #expect(try await pipeline.image(for: job.origin.url("/a")).origin == .network)
        // From the folder that all of these share.
        let mine = SchemeLoader(over: job.transport, cookies: CookieJar(account: "me"))
        #expect(try await job.pipeline(mine).image(for: job.origin.url("/a")).origin == .disk)
        for cookies in [CookieJar(account: "other"), nil] {
            let loader = SchemeLoader(over: job.transport, cookies: cookies)
            await #expect(throws: ImageError.self) {
                try await job.pipeline(loader).image(for: job.origin.url("/a"))
            }
        }
    }

    @Test func `a picture that varies by cookie is asked for again when a jar has changed`()
        async throws
    {
        let job = try LoopbackJob()
        job.origin.reply("/a") { [picture = job.picture] _ in
            OriginReply(
                headers: [("Cache-Control", "max-age=60"), ("Vary", "Cookie")], body: picture)
        }
        job.origin.reply(
            "/set", with: OriginReply(headers: [("Set-Cookie", "a=1")], body: job.picture))
        let pipeline = job.pipeline(
            SchemeLoader(over: job.transport, cookies: CookieJar(account: "")))
        for _ in 0..<2 { _ = try await pipeline.image(for: job.origin.url("/a")) }
        #expect(job.origin.requestCount("/a") == 1)
        _ = try await pipeline.image(for: job.origin.url("/set"))
        for _ in 0..<2 { _ = try await pipeline.image(for: job.origin.url("/a")) }
        #expect(job.origin.requestCount("/a") == 2)
    }
}
