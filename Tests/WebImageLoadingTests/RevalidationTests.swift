import FoundationEssentials
import TestSupport
import Testing
import WebImageCaching
import WebImageCoding
import WebImageLoading
import WebImagePipeline
import WebImageTesting

/// The step between the interceptors and the loader, in isolation.
struct RevalidationTests {
    private static let url = "http://a.test/a"
    private static let now = Date(timeIntervalSince1970: 784_111_777)

    private let stored = StoredResponse(
        head: ResponseHead(
            url: url,
            headers: [
                "ETag": "\"a\"", "Last-Modified": "Sun, 06 Nov 1994 08:00:00 GMT",
                "Content-Type": "image/png", "Content-Length": "5", "Age": "7", "X-Kept": "1",
                "Cache-Control": "max-age=1",
            ]),
        record: ExchangeRecord(url: url, requestedAt: now, receivedAt: now))

    private func intercept(
        _ request: LoadRequest, note: Bool = true, added: HeaderFields = [:],
        answers: @escaping @Sendable (LoadRequest) -> ResponseHead
    ) async throws -> (LoadedBody, [LoadRequest]) {
        var request = request
        if note { request.attributes[Revalidation.Stored.self] = stored }
        let asked = Locked<[LoadRequest]>([])
        let loader = ScriptedLoader { request in
            asked.change { $0.append(request) }
            return LoadedBody(
                head: answers(request), origin: .network, expectedByteCount: 0,
                chunks: BodyStream([]))
        }
        let step = Revalidation(addedHeaders: added) { Self.now + 60 }
        let body = try await step.intercept(request, next: NextLoad([], then: loader))
        return (body, asked.value)
    }

    private let request = LoadRequest(source: .url(url))
    private static func notModified(_ headers: HeaderFields = [:]) -> ResponseHead {
        ResponseHead(url: url, status: 304, headers: headers)
    }

    @Test func `both validators are sent, and another answer gets its record`() async throws {
        let (body, asked) = try await intercept(request, added: ["Accept": "a"]) { _ in
            ResponseHead(url: Self.url, headers: ["Vary": "Accept, Cookie"])
        }
        #expect(asked.map { $0.headers["If-None-Match"] } == ["\"a\""])
        #expect(asked[0].headers["If-Modified-Since"] == "Sun, 06 Nov 1994 08:00:00 GMT")
        let record = try #require(body.record)
        #expect(record.receivedAt == Self.now + 60)
        #expect(record.selectors.map(\.name) == ["accept", "cookie"])
        #expect(record.selectors.map { $0.matches(["Accept": "a"]) } == [true, true])
        #expect(
            record.selectors.map { $0.matches(["Accept": "b", "Cookie": ""]) } == [false, false])
    }

    @Test func `a 304 is merged into what is stored`() async throws {
        let error = await #expect(throws: NotModified.self) {
            try await intercept(request) { _ in
                Self.notModified([
                    "ETag": "W/\"a\"", "Cache-Control": "max-age=9", "Content-Type": "text/html",
                    "Content-Length": "0", "Connection": "close", "X-New": "2",
                ])
            }
        }
        let merged = try #require(error).stored
        #expect(merged.head.status == 200)
        #expect(merged.head.headers.values("Cache-Control") == ["max-age=9"])
        #expect(merged.head.headers["Content-Type"] == "image/png")
        #expect(merged.head.headers["Content-Length"] == "5")
        #expect(merged.head.headers["X-Kept"] == "1")
        #expect(merged.head.headers["X-New"] == "2")
        #expect(merged.head.headers["Connection"] == nil)
        #expect(merged.head.headers["Age"] == nil)
        #expect(merged.record.receivedAt == Self.now + 60)
        #expect(error?.head.status == 304)
    }

    @Test(
        arguments: [
            ["ETag": "\"b\""], ["Last-Modified": "Mon, 07 Nov 1994 08:00:00 GMT"],
        ] as [HeaderFields])
    func `a 304 that speaks of something else is asked again without conditions`(
        _ headers: HeaderFields
    ) async throws {
        let (body, asked) = try await intercept(request) { request in
            request.headers["If-None-Match"] == nil
                ? ResponseHead(url: Self.url) : Self.notModified(headers)
        }
        #expect(body.head.status == 200)
        #expect(asked.count == 2)
        #expect(asked[1].headers["If-Modified-Since"] == nil)
    }

    @Test func `a 304 from another place is asked again without conditions`() async throws {
        let (body, asked) = try await intercept(request) { request in
            request.headers["If-None-Match"] == nil
                ? ResponseHead(url: Self.url)
                : ResponseHead(url: "http://a.test/elsewhere", status: 304)
        }
        #expect(body.head.status == 200)
        #expect(asked.count == 2)
    }

    @Test func `a 304 where nothing is stored is a failure of its own`() async throws {
        let failure = await #expect(throws: LoadFailure.self) {
            try await intercept(request, note: false) { _ in Self.notModified() }
        }
        #expect(failure?.kind == .notModified)
        #expect(failure?.head?.status == 304)
    }

    @Test(arguments: ["method", "url", "range", "part", "own", "body"])
    func `what the stored answer is no answer to goes out as it is`(_ change: String) async throws {
        var request = request
        switch change {
        case "method": request.method = "HEAD"
        case "url": request.source = .url("http://a.test/first-step")
        case "range": request.headers["Range"] = "bytes=5-"
        case "part": request.firstByteCount = 5
        case "own": request.headers["If-None-Match"] = "\"mine\""
        default: request.body = RequestBody(ByteBlock(copying: [1]))
        }
        let (_, asked) = try await intercept(request) { _ in ResponseHead(url: Self.url) }
        #expect(asked.count == 1)
        #expect(asked[0].headers == request.headers)
    }

    @Test func `a 304 to a condition of the caller's is the caller's matter`() async throws {
        var request = request
        request.headers["If-None-Match"] = "\"mine\""
        let own = request
        let failure = await #expect(throws: LoadFailure.self) {
            try await intercept(own) { _ in Self.notModified() }
        }
        #expect(failure?.kind == .notModified)
    }

    @Test func `where Vary names another picture only the tag is asked with`() async throws {
        var stored = stored
        stored.record = ExchangeRecord(
            url: Self.url, requestedAt: Self.now, receivedAt: Self.now,
            response: ["Vary": "Accept"], sent: ["Accept": "image/webp"])
        var request = request
        request.attributes[Revalidation.Stored.self] = stored
        let (_, asked) = try await intercept(request, note: false) { _ in
            ResponseHead(url: Self.url)
        }
        #expect(asked[0].headers["If-None-Match"] == "\"a\"")
        #expect(asked[0].headers["If-Modified-Since"] == nil)
    }
}
