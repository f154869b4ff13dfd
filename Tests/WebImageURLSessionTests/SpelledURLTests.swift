import Testing
import WebImageCaching
import WebImageLoading
import WebImagePipeline
import WebImageTesting
import WebImageURLSession

/// Different texts of one URL, with a real origin.
struct SpelledURLTests {
    @Test func `equal spellings make one entry`() async throws {
        let job = try LoopbackJob()
        job.serve("/a%20b.bmp")
        let host = "127.0.0.1:\(job.origin.port)"
        for spelling in [
            "http://\(host)/a%20b.bmp", "http://\(host)/a b.bmp\r\n", "\thttp://\(host)/a b.bmp ",
            "HTTP://\(host)/x/../a%20b.bmp", "http://\(host)/./a b.bmp#part",
        ] {
            _ = try await job.pipeline().image(for: spelling)
        }
        #expect(job.origin.requests.count == 1)
        #expect(job.entryCount == 1)
    }

    @Test(arguments: ["http:\t//", "http:/\n/", "\rhttp://", "HTTP://", "http://"])
    func `a user is part of the key, however the URL is spelled`(_ start: String) async throws {
        let pipeline = try LoopbackJob().pipeline()
        let anonymous = try await pipeline.prepare("http://victim.example/me.png")
        let eve = try await pipeline.prepare("\(start)eve:pw@victim.example/me.png")
        let same = try await pipeline.prepare("http://eve:pw@victim.example/me.png")
        #expect(eve.dataKey != anonymous.dataKey)
        #expect(eve.dataKey == same.dataKey)
    }

    @Test func `equal spellings share a transfer`() async throws {
        let job = try LoopbackJob()
        job.origin.reply("/a%20b.bmp", with: OriginReply(body: job.picture).held())
        let pipeline = job.pipeline()
        let url = job.origin.url("/a%20b.bmp")
        async let one = pipeline.image(for: url)
        async let other = pipeline.image(for: " \(job.origin.url("/a b.bmp"))\r\n")
        await job.origin.waitUntil { $0.requestCount("/a%20b.bmp") == 1 }
        job.origin.release("/a%20b.bmp")
        _ = try await (one, other)
        #expect(job.origin.requests.count == 1)
    }

    @Test func `a stale picture is confirmed under another spelling`() async throws {
        let job = try LoopbackJob()
        job.serve("/a%20b.bmp", "max-age=0")
        let pipeline = job.pipeline()
        _ = try await pipeline.image(for: job.origin.url("/a%20b.bmp"))
        #expect(try await pipeline.image(for: job.origin.url("/a b.bmp\n")).unchanged)
        #expect(job.origin.requests.map { $0["If-None-Match"] } == [nil, "\"1\""])
    }

    /// A transport that connects to loopback whatever the host, so that no name server is asked.
    private struct LoopbackTransport: HTTPTransport {
        var identity: String? { nil }
        let job: LoopbackJob
        let hosts = SharedList()

        func exchange(_ request: HTTPExchange) async throws -> LoadedBody {
            let address = try HTTPAddress(request.url)
            hosts.add(address.origin.host)
            var request = request
            request.url = job.origin.url(address.path)
            var body = try await job.transport.exchange(request)
            body.head.url = address.url
            return body
        }

        func shutdown() async {}
    }

    @Test func `a picture of an international host loads, and is kept under one name`()
        async throws
    {
        let job = try LoopbackJob()
        job.serve("/a.bmp")
        let transport = LoopbackTransport(job: job)
        for host in ["例え.jp", "xn--r8jz45g.jp", "例え。JP"] {
            let pipeline = job.pipeline(SchemeLoader(over: transport))
            let response = try await pipeline.image(for: "http://\(host)/a.bmp")
            #expect(response.head?.url == "http://xn--r8jz45g.jp/a.bmp")
        }
        #expect(transport.hosts.items == ["xn--r8jz45g.jp"])
    }
}
