import TestSupport
import Testing
import WebImageCaching
import WebImageCoding
import WebImageInterceptors
import WebImageLoading
import WebImagePipeline
import WebImagePixels
import WebImageTesting

/// The sources of a request, asked in order.
struct AlternativeTests {
    @Test func `they are asked in order until one has the picture`() async throws {
        let hosts = SeveralHosts([
            "a": .status(500), "b": .bytes(SeveralHosts.page), "c": .picture(9), "d": .picture(10),
        ])
        let response = try await hosts.load(
            hosts.request(.host("b"), .host("c"), .host("d")))
        #expect(response.image.size.width == 9)
        #expect(response.alternative == 1 && response.fallbackReason?.status == 500)
        #expect(hosts.asked == ["a", "b", "c"])
        #expect(hosts.steps == ["a>b", "b>c"])
    }

    @Test func `none is asked while the first has the picture`() async throws {
        let hosts = SeveralHosts(["a": .picture(8), "b": .picture(9)])
        let request = hosts.request(.host("b"))
        for _ in 0..<2 { #expect(try await hosts.load(request).alternative == nil) }
        #expect(hosts.asked == ["a"])
        #expect(hosts.steps.isEmpty)
    }

    @Test func `if all fail the error is the first one's, and events have the others`()
        async throws
    {
        let hosts = SeveralHosts(["a": .status(503), "b": .status(404)])
        let error = await hosts.test.error(of: hosts.request(.host("b"), .host("c")))
        #expect(error?.status == 503)
        #expect(hosts.steps == ["a>b", "b>c", "c>"])
        let reasons = hosts.test.trace.events.compactMap { event -> Int?? in
            guard case .fellBack(_, _, let error) = event else { return nil }
            return error.status
        }
        #expect(reasons == [503, 404, nil])
    }

    @Test func `what came has its own key in memory and on disk, and answers for the first`()
        async throws
    {
        let hosts = SeveralHosts(["a": .status(500), "b": .picture(9)])
        var request = hosts.request(.host("b"))
        request.targetSize = PixelSize(width: 3, height: 3)
        let other = try #require(request.alternatives.first).request(for: request)
        #expect(other.targetSize == request.targetSize && other.alternatives.isEmpty)
        _ = try await hosts.load(request)
        #expect(try await hosts.load(other).origin == .memory)
        #expect(try await hosts.pipeline.cachePlaces(of: request).isEmpty)
        #expect(try await hosts.load(request).origin == .memory)
        hosts.pipeline.memory.removeAll()
        let again = try await hosts.load(request)
        #expect(again.origin == .disk && again.alternative == 0)
        // The first is asked each time: a status is not remembered.
        #expect(hosts.asked == ["a", "b", "a", "a"])
        hosts.set("a", .picture(8))
        #expect(try await hosts.load(request).alternative == nil)
    }

    @Test func `alternatives are in no key`() async throws {
        let hosts = SeveralHosts(["a": .picture(8)])
        _ = try await hosts.load(ImageRequest(SeveralHosts.url("a")))
        #expect(try await hosts.load(hosts.request(.host("b"))).origin == .memory)
        let with = try await hosts.pipeline.cacheKeys(for: hosts.request(.host("b")))
        let without = try await hosts.pipeline.cacheKeys(for: ImageRequest(SeveralHosts.url("a")))
        #expect(with.image == without.image && with.data == without.data)
    }

    @Test func `a failure is remembered for each`() async throws {
        var hosts = SeveralHosts(["a": .status(404), "b": .status(404), "c": .picture(9)])
        hosts.test.pipeline.failures = NegativeCache { $0.status == 404 ? .seconds(60) : nil }
        let request = hosts.request(.host("b"), .host("c"))
        for _ in 0..<3 { #expect(try await hosts.load(request).alternative == 1) }
        #expect(hosts.asked == ["a", "b", "c"])
        try await hosts.pipeline.forgetFailure(of: ImageRequest(SeveralHosts.url("b")))
        hosts.set("b", .picture(10))
        #expect(try await hosts.load(request).image.size.width == 10)
        hosts.clock.advance(by: 61)
        _ = try await hosts.load(request)
        #expect(hosts.asked.filter { $0 == "a" }.count == 2)
    }

    @Test func `a hundred callers share the load of each source`() async throws {
        let hosts = SeveralHosts(["a": .status(500), "b": .picture(9)], isFrozen: true)
        let (pipeline, request) = (hosts.pipeline, hosts.request(.host("b")))
        let loads = (0..<100).map { _ in Task { try await pipeline.image(for: request) } }
        #expect(await eventually { pipeline.work.waiters >= 100 })
        hosts.loader.thaw()
        for load in loads { #expect(try await load.value.alternative == 0) }
        #expect(hosts.asked == ["a", "b"])
    }

    @Test func `who leaves at the first source asks no other`() async throws {
        let hosts = SeveralHosts(["a": .status(500), "b": .picture(9)], isFrozen: true)
        let (pipeline, request) = (hosts.pipeline, hosts.request(.host("b")))
        let load = Task { try await pipeline.image(for: request) }
        #expect(await eventually { hosts.loader.loadCount == 1 })
        load.cancel()
        await #expect(throws: ImageError.self) { try await load.value }
        hosts.loader.thaw()
        #expect(hosts.steps.isEmpty && hosts.loader.loadCount == 1)
    }

    @Test func `who leaves at the second source is cancelled`() async throws {
        let hosts = SeveralHosts(["a": .status(500), "b": .picture(9)])
        let (pipeline, loader) = (hosts.pipeline, hosts.loader)
        let control = LoadControl()
        var own = ImageRequest(SeveralHosts.url("b"))
        own.interceptors = [
            .changeRequest("stop", effect: .delivery) { _ in
                control.cancel()
                loader.freeze()
            }
        ]
        var request = hosts.request(.request(own), .host("c"))
        request.control = control
        await #expect { try await pipeline.image(for: request) } throws: { error in
            if case .cancelled? = error as? ImageError { true } else { false }
        }
        #expect(hosts.steps == ["a>b"])
        loader.thaw()
    }

    @Test func `a request of its own is loaded as it is`() async throws {
        let hosts = SeveralHosts(["a": .status(500), "b": .picture(9)])
        let own = ImageRequest(SeveralHosts.url("b"))
        var request = hosts.request(.request(own))
        request.targetSize = PixelSize(width: 3, height: 3)
        #expect(try await hosts.load(request).image.size.width == 9)
    }

    @Test func `each is completed and rewritten by its own source`() async throws {
        var hosts = SeveralHosts(["a": .status(500), "b": .picture(9)])
        hosts.test.pipeline.defaults.targetSize = PixelSize(width: 3, height: 3)
        let seen = Locked<[String]>([])
        hosts.test.pipeline.rewrite = { request in
            guard case .url(let url) = request.source else { return request }
            var request = request
            seen.change { $0.append(SeveralHosts.host(of: url)) }
            request.headers["X-Host"] = SeveralHosts.host(of: url)
            // Also to alternatives, whose own would never end.
            request.alternatives = [.host("b")]
            return request
        }
        let response = try await hosts.load(ImageRequest(SeveralHosts.url("a")))
        #expect(response.image.size.width == 3 && response.alternative == 0)
        #expect(seen.value == ["a", "b"])
        let key = try await hosts.pipeline.cacheKeys(for: ImageRequest(SeveralHosts.url("b")))
        #expect(hosts.pipeline.memory.image(for: key.image) != nil)
    }

    @Test func `the time-out is for all sources together`() async throws {
        let hosts = SeveralHosts(["a": .status(500), "b": .picture(9)], isFrozen: true)
        var request = hosts.request(.host("b"))
        request.timeout = .milliseconds(40)
        await #expect(throws: ImageError.self) { try await hosts.load(request) }
        #expect(hosts.loader.loadCount == 1)
        #expect(hosts.steps == ["a>"])
        hosts.loader.thaw()
        request.timeout = .seconds(600)
        #expect(try await hosts.load(request).alternative == 0)
    }

    @Test(arguments: [8, 9])
    func `there are at most eight`(count: Int) async throws {
        let hosts = SeveralHosts(["a": .picture(8)])
        var request = hosts.request()
        request.alternatives = (0..<count).map { .host("h\($0)") }
        let error = await hosts.test.error(of: request)
        #expect((error == nil) == (count == 8))
        #expect(hosts.asked.isEmpty == (count == 9))
    }

    @Test func `an alternative has none, and neither has an input`() async throws {
        let hosts = SeveralHosts(["a": .picture(8), "b": .picture(9)])
        let inner = hosts.request(.host("b"))
        #expect(await hosts.test.error(of: hosts.request(.request(inner)))?.stage == "request")
        #expect(hosts.asked.isEmpty)
    }

    @Test func `a body goes to no other host`() async throws {
        let hosts = SeveralHosts(["a": .status(500), "b": .picture(9)])
        var request = hosts.request(.host("b"))
        (request.method, request.body) = ("POST", RequestBody(ByteBlock(copying: [1])))
        #expect(await hosts.test.error(of: request)?.stage == "request")
        #expect(hosts.asked.isEmpty)
        request.alternatives = [.request(ImageRequest(SeveralHosts.url("b")))]
        #expect(try await hosts.load(request).alternative == 0)
    }

    @Test func `notes for interceptors stay with their host`() throws {
        var request = ImageRequest("http://a.test/1")
        request.attributes[Note.self] = "word"
        for (url, isKept) in [("http://a.test:80/2", true), ("https://a.test/1", false)] {
            let other = ImageAlternative.source(.url(url)).request(for: request)
            #expect((other.attributes[Note.self] == "word") == isKept)
        }
    }

    private enum Note: LoadAttribute {
        static let defaultValue = ""
    }

    @Test func `a file that is missing may be elsewhere`() async throws {
        let hosts = SeveralHosts(["b": .picture(9)])
        var request = ImageRequest(ImageSource.file(hosts.test.folder.path + "/none.bmp"))
        request.alternatives = [.host("b")]
        #expect(try await hosts.load(request).alternative == 0)
        #expect(hosts.steps.count == 1)
    }
}
