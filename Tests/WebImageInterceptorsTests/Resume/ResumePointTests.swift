import FoundationEssentials
import TestSupport
import Testing
import WebImageCaching
import WebImageCoding
import WebImageInterceptors
import WebImageLoading
import WebImagePipeline

/// The interpretation of a response to a range request.
struct ResumePointTests {
    private static let now = Date(timeIntervalSince1970: 1e9)
    private static let request = LoadRequest(source: .url("http://origin.test/a"))

    private static func point(
        _ headers: HeaderFields = ["ETag": "\"v1\""], received: Int = 40, of byteCount: Int? = 100,
        status: Int = 200
    ) -> ResumePoint? {
        var point = ResumePoint(
            answer(status, headers, expecting: byteCount), to: request, now: now)
        point?.receivedByteCount = received
        return point
    }

    @Test(
        arguments: [
            ["ETag": "\"v1\""],
            ["ETag": "\"v1\"", "Content-Encoding": "identity"],
            [
                "Last-Modified": "Sat, 01 Sep 2001 00:00:00 GMT",
                "Date": "Sun, 09 Sep 2001 01:46:40 GMT",
            ],
        ] as [HeaderFields])
    func `an answer with a strong validator can be resumed`(headers: HeaderFields) {
        #expect(Self.point(headers) != nil)
    }

    @Test(
        arguments: [
            [:], ["ETag": "W/\"v1\""], ["ETag": "v1"], ["ETag": "\""],
            ["ETag": "\"v1\"", "Content-Encoding": "gzip"],
            ["ETag": "\"v1\"", "Accept-Ranges": "none"],
            ["Last-Modified": "Sat, 01 Sep 2001 00:00:00 GMT"],
            [
                "Last-Modified": "Sun, 09 Sep 2001 01:46:10 GMT",
                "Date": "Sun, 09 Sep 2001 01:46:40 GMT",
            ],
            [
                "ETag": "W/\"v1\"", "Last-Modified": "Sat, 01 Sep 2001 00:00:00 GMT",
                "Date": "Sun, 09 Sep 2001 01:46:40 GMT",
            ],
        ] as [HeaderFields])
    func `an answer without one cannot`(headers: HeaderFields) {
        #expect(Self.point(headers) == nil)
    }

    @Test func `only a whole answer to a plain GET can be resumed`() {
        #expect(Self.point(status: 206) == nil)
        var post = Self.request
        post.method = "POST"
        let whole = answer(200, ["ETag": "\"v1\""])
        #expect(ResumePoint(whole, to: post, now: Self.now) == nil)
        var ranged = Self.request
        ranged.headers["Range"] = "bytes=5-"
        #expect(ResumePoint(whole, to: ranged, now: Self.now) == nil)
    }

    @Test func `the rest is asked for on the condition that nothing changed`() throws {
        let request = try #require(Self.point()).request(from: Self.request)
        #expect(request.headers["Range"] == "bytes=40-")
        #expect(request.headers["If-Range"] == "\"v1\"")
        #expect(request.headers["Accept-Encoding"] == "identity")
    }

    @Test(arguments: ["bytes 40-99/100", "bytes 40-99/*", "bytes 40-59/100", " Bytes 40-99/100 "])
    func `a range that fits goes on`(field: String) {
        var point = Self.point()
        #expect(point?.judge(answer(206, ["Content-Range": field]).head) == .goOn(skipping: 0))
    }

    @Test(
        arguments: [
            nil, "bytes 0-99/100", "bytes 41-99/100", "bytes 39-99/100", "bytes 40-100/101",
            "bytes 40-99/99", "bytes 99-40/100", "bytes */100", "lines 40-99/100", "bytes 40-99",
            "bytes -40-99/100", "bytes 40-99999999999999999999/100",
        ] as [String?])
    func `a range that does not fit voids the bytes`(field: String?) {
        var point = Self.point()
        var headers: HeaderFields = [:]
        headers["Content-Range"] = field
        guard case .startOver(let failure) = point?.judge(answer(206, headers).head) else {
            Issue.record("the range \(field ?? "none") was taken")
            return
        }
        #expect(failure.kind == .malformed)
    }

    @Test func `another validator voids the bytes`() {
        var point = Self.point()
        let headers: HeaderFields = ["ETag": "\"v2\"", "Content-Range": "bytes 40-99/100"]
        for status in [206, 200] {
            guard case .startOver(let failure) = point?.judge(answer(status, headers).head) else {
                Issue.record("status \(status) was taken")
                continue
            }
            #expect(failure.kind == .changed)
        }
    }

    @Test(arguments: [200, 206, 416])
    func `an answer of another URL voids the bytes, whatever its validator`(status: Int) {
        // The same tag may name another picture, behind a redirect that leads elsewhere now.
        var point = Self.point()
        let headers: HeaderFields = ["ETag": "\"v1\"", "Content-Range": "bytes 40-99/100"]
        let other = answer(status, headers, url: "http://origin.test/b.bmp").head
        guard case .startOver(let failure) = point?.judge(other) else {
            Issue.record("status \(status) was taken")
            return
        }
        #expect(failure.kind == .changed)
    }

    @Test func `an answer of the same URL signed anew goes on, if its entity tag is the same`()
        throws
    {
        let date = "Sat, 01 Sep 2001 00:00:00 GMT"
        func verdict(
            _ url: String, _ headers: HeaderFields, of first: HeaderFields = ["ETag": "\"v1\""]
        ) throws -> ResumePoint.Verdict {
            let head = answer(200, first, expecting: 100, url: "http://cdn.test/a?sig=1")
            var point = try #require(ResumePoint(head, to: Self.request, now: Self.now))
            point.receivedByteCount = 40
            var headers = headers
            headers["Content-Range"] = "bytes 40-99/100"
            return point.judge(answer(206, headers, url: url).head)
        }
        #expect(try verdict("http://cdn.test/a?sig=2", ["ETag": "\"v1\""]) == .goOn(skipping: 0))
        let dated: HeaderFields = [
            "Last-Modified": date, "Date": "Sun, 09 Sep 2001 01:46:40 GMT",
        ]
        #expect(
            try verdict("http://cdn.test/a?sig=1", dated, of: dated) == .goOn(skipping: 0))
        for other in [
            // Another entity, none, another place; a date is no proof for another URL.
            try verdict("http://cdn.test/a?sig=2", ["ETag": "\"v2\""]),
            try verdict("http://cdn.test/a?sig=2", [:]),
            try verdict("http://cdn.test/b?sig=2", ["ETag": "\"v1\""]),
            try verdict("http://cdn2.test/a?sig=2", ["ETag": "\"v1\""]),
            try verdict("http://cdn.test/a?sig=2", dated, of: dated),
        ] {
            guard case .startOver(let failure) = other else {
                Issue.record("taken: \(other)")
                continue
            }
            #expect(failure.kind == .changed)
        }
    }

    @Test func `a whole answer of the same bytes goes on behind those that are there`() {
        var point = Self.point()
        #expect(point?.judge(answer(200, ["ETag": "\"v1\""]).head) == .goOn(skipping: 40))
        guard case .startOver = point?.judge(answer(200).head) else {
            Issue.record("a whole answer without a validator was taken")
            return
        }
    }

    @Test func `a refused range is the end only if all bytes are there`() {
        var all = Self.point(received: 100, of: nil)
        #expect(all?.judge(answer(416, ["Content-Range": "bytes */100"]).head) == .complete)
        var some = Self.point(received: 100, of: nil)
        guard case .startOver = some?.judge(answer(416, ["Content-Range": "bytes */90"]).head)
        else {
            Issue.record("a shorter file was taken for the end")
            return
        }
    }

    @Test func `any other status is that failure`() {
        var point = Self.point()
        guard case .failed(let failure) = point?.judge(answer(503).head) else {
            Issue.record("status 503 was taken")
            return
        }
        #expect(failure.kind == .status(503))
    }
}
