import FoundationEssentials
import TestSupport
import Testing
import WebImageCaching
import WebImageCoding
import WebImageInterceptors
import WebImageLoading
import WebImagePipeline
import WebImageRuntime
import WebImageTesting

/// The two steps in detail, with scripted responses; article 003 runs them against a real server.
struct TwoStepURLTests {
    private let asked = "https://api.test/pictures/1?token=t"

    /// Runs the interceptor over scripted responses; returns the requests and the result.
    private func run(
        _ resolve: TwoStepURL, _ request: LoadRequest,
        _ answers: [String: Answer]
    ) async -> (sent: [LoadRequest], result: Result<LoadedBody, LoadFailure>) {
        let sent = Locked<[LoadRequest]>([])
        let loader = ScriptedLoader { request in
            sent.change { $0.append(request) }
            guard case .url(let url) = request.source, let answer = answers[url] else {
                throw LoadFailure(.other, "nothing is scripted for \(request.source)")
            }
            return try answer.body(url)
        }
        do {
            let body = try await resolve.intercept(request, next: NextLoad([], then: loader))
            return (sent.value, .success(body))
        } catch {
            return (sent.value, .failure(failure(error)))
        }
    }

    private func failure(_ error: any Error) -> LoadFailure {
        error as? LoadFailure ?? LoadFailure(.other, "\(error)")
    }

    private let rule = TwoStepURLRule.prefix("https://api.test/pictures/")

    private func request(_ url: String? = nil, headers: HeaderFields = [:]) -> LoadRequest {
        LoadRequest(source: .url(url ?? asked), headers: headers)
    }

    @Test(
        arguments: [
            ("https://cdn.test/a.png", "https://cdn.test/a.png"),
            ("  https://cdn.test/a.png\r\n", "https://cdn.test/a.png"),
            ("\u{FEFF}https://cdn.test/a.png\n", "https://cdn.test/a.png"),
            ("//cdn.test/a.png", "https://cdn.test/a.png"),
            ("/real/a.png?sig=1", "https://api.test/real/a.png?sig=1"),
            ("../real/a.png", "https://api.test/real/a.png"),
            ("https://cdn.test/a b/ä.png", "https://cdn.test/a%20b/%C3%A4.png"),
            ("https://cdn.test/a.png#part", "https://cdn.test/a.png"),
        ])
    func `the answer is read as a reference`(text: String, url: String) async throws {
        let (sent, result) = await run(
            TwoStepURL(rule), request(), [asked: Answer(text), url: Answer("picture")])
        _ = try result.get()
        #expect(sent.map(\.url) == [asked, url])
    }

    @Test(arguments: [
        "", " \r\n\t", "file:///etc/passwd", "ftp://cdn.test/a.png", "data:image/png;base64,AA==",
        "javascript:alert(1)", "https://", "https:///a.png", "http://cdn.test/a.png",
        "https://cdn.test/a.png\nhttps://cdn.test/b.png", "<html><body>Login</body></html>",
        "https://cdn.test/a\u{0}.png",
    ])
    func `what is no URL to follow ends the load`(text: String) async {
        let (sent, result) = await run(TwoStepURL(rule), request(), [asked: Answer(text)])
        #expect(result.failure?.kind == .unresolved)
        #expect(sent.count == 1)
    }

    @Test func `bytes that are no UTF-8 end the load`() async {
        let (_, result) = await run(
            TwoStepURL(rule), request(), [asked: Answer(bytes: [0x68, 0xC3, 0x28])])
        #expect(result.failure?.kind == .unresolved)
    }

    @Test func `an answer that is too long is not read to its end`() async {
        let (_, result) = await run(
            TwoStepURL(rule, maxTextBytes: 20), request(),
            [asked: Answer(String(repeating: "a", count: 21))])
        #expect(result.failure?.kind == .tooLarge)
    }

    @Test func `half an answer is no answer`() async {
        var answer = Answer("https://cdn.test/a")
        answer.expected = 40
        let (_, result) = await run(TwoStepURL(rule), request(), [asked: answer])
        #expect(result.failure?.kind == .truncated)
    }

    @Test func `another host gets no secret of the caller`() async {
        let (sent, _) = await run(
            TwoStepURL(rule),
            request(
                headers: [
                    "Authorization": "Bearer x", "Cookie": "a=b", "X-Own": "1",
                    "User-Agent": "test", "If-None-Match": "\"e\"",
                ]), [asked: Answer("https://cdn.test/a.png"), "https://cdn.test/a.png": Answer("")])
        #expect(
            sent.map { $0.headers.fields.map(\.name) } == [
                ["Authorization", "Cookie", "X-Own", "User-Agent", "Accept"],
                ["User-Agent", "If-None-Match"],
            ])
    }

    @Test func `the same host gets them`() async {
        let (sent, _) = await run(
            TwoStepURL(rule), request(headers: ["Authorization": "Bearer x", "X-Own": "1"]),
            [asked: Answer("/real"), "https://api.test/real": Answer("")])
        #expect(sent.last?.headers.fields.map(\.name) == ["Authorization", "X-Own"])
    }

    @Test func `another port is another host`() async {
        let (sent, _) = await run(
            TwoStepURL(rule), request(headers: ["Authorization": "Bearer x"]),
            [asked: Answer("https://api.test:444/a"), "https://api.test:444/a": Answer("")])
        #expect(sent.last?.headers["Authorization"] == nil)
    }

    @Test func `credentials go where they were written for`() async {
        let own = "https://me:pw@api.test/pictures/1"
        let (sent, _) = await run(
            TwoStepURL(rule), request(own),
            [own: Answer("/real"), "https://api.test/real": Answer("")])
        #expect(sent.last?.headers["Authorization"] == "Basic bWU6cHc=")
        let (others, _) = await run(
            TwoStepURL(rule), request(own),
            [own: Answer("https://u:v@cdn.test/a"), "https://cdn.test/a": Answer("")])
        #expect(others.last?.headers["Authorization"] == "Basic dTp2")
    }

    @Test func `credentials of another host do not come back to the first one`() async {
        let (own, other) = ("https://me:pw@api.test/pictures/1", "https://cdn.test/2")
        let (sent, _) = await run(
            TwoStepURL(TwoStepURLRule { $0.hasSuffix("/1") || $0 == other }), request(own),
            [
                own: Answer("https://u:v@cdn.test/2"), other: Answer("https://api.test/real"),
                "https://api.test/real": Answer(""),
            ])
        #expect(
            sent.dropFirst().map { $0.headers["Authorization"] }
                == ["Basic dTp2", "Basic bWU6cHc="])
    }

    @Test func `a body goes to the first step only`() async {
        var post = request(headers: ["Content-Type": "text/plain"])
        post.method = "POST"
        post.body = RequestBody("which")
        let (sent, _) = await run(
            TwoStepURL(rule), post, [asked: Answer("/real"), "https://api.test/real": Answer("")])
        #expect(sent.map(\.method) == ["POST", "GET"])
        #expect(sent.map { $0.body == nil } == [false, true])
        #expect(sent.last?.headers["Content-Type"] == nil)
    }

    @Test func `the real URL is in no answer`() async throws {
        var picture = Answer("")
        picture.headers = ["Content-Location": "https://cdn.test/secret.png", "ETag": "\"e\""]
        let (_, result) = await run(
            TwoStepURL(rule), request(),
            [asked: Answer("https://cdn.test/secret.png"), "https://cdn.test/secret.png": picture])
        let head = try result.get().head
        #expect(head.url == asked)
        #expect(try result.get().originalHead.url == asked)
        #expect(head.headers.fields.map(\.name) == ["ETag"])
    }

    @Test(arguments: [
        "https://cdn.test/secret.png: connection closed", "cdn.test: connection closed",
        "GET /secret.png?sig=abc failed", "no answer (https://other.test/secret.png)",
    ])
    func `the real URL is in no error`(reason: String) async {
        let real = "https://cdn.test/secret.png?sig=abc"
        var picture = Answer("")
        picture.failure = LoadFailure(
            .connectionFailed, reason, head: ResponseHead(url: real, headers: ["Location": real]))
        let (_, result) = await run(
            TwoStepURL(rule), request(), [asked: Answer(real), real: picture])
        let failure = result.failure
        #expect(failure?.kind == .connectionFailed)
        #expect(failure?.reason.contains("(resolved URL)") == true)
        #expect(!"\(String(describing: failure))".contains("secret"))
        #expect(failure?.head?.url == asked)
    }

    @Test func `a body that breaks tells no URL either`() async throws {
        let real = "https://cdn.test/secret.png"
        var picture = Answer("")
        picture.breaksWith = LoadFailure(.truncated, "\(real): the connection broke")
        let (_, result) = await run(
            TwoStepURL(rule), request(), [asked: Answer(real), real: picture])
        let body = try result.get()
        let thrown = await TestSupport.failure { try await body.allBytes() }
        #expect(thrown?.reason == "(resolved URL): the connection broke")
    }

    @Test func `a body that begins again still does`() async throws {
        let real = "https://cdn.test/secret.png"
        var picture = Answer("")
        picture.breaksWith = RestartLoad(after: LoadFailure(.truncated, "\(real): changed"))
        let (_, result) = await run(
            TwoStepURL(rule), request(), [asked: Answer(real), real: picture])
        let body = try result.get()
        let error = await #expect(throws: RestartLoad.self) { try await body.allBytes() }
        #expect(error?.cause.reason == "(resolved URL): changed")
    }

    @Test func `a circle ends, and so does an endless way`() async {
        let (_, circle) = await run(TwoStepURL(rule), request(), [asked: Answer(asked)])
        #expect(circle.failure?.kind == .unresolved)
        let places = (1...9).map { "https://api.test/pictures/\($0)" }
        let answers = zip(places, places.dropFirst()).map { ($0, Answer($1)) }
        let (sent, endless) = await run(
            TwoStepURL(rule), request(places[0]), Dictionary(uniqueKeysWithValues: answers))
        #expect(endless.failure?.kind == .unresolved)
        #expect(sent.count == 3)
    }

    @Test func `a step within a way is as secret as its end`() async {
        let second = "https://api.test/pictures/secret"
        var broken = Answer("")
        broken.failure = LoadFailure(.timedOut, "\(second): timed out")
        let (_, result) = await run(
            TwoStepURL(rule), request(), [asked: Answer(second), second: broken])
        #expect(result.failure?.reason == "(resolved URL): timed out")
    }

    @Test func `a reading finds the URL in other texts`() async throws {
        let resolve = TwoStepURL(rule) { text in
            text.split(separator: "\"").first { $0.hasPrefix("https:") }.map(String.init)
        }
        let real = "https://cdn.test/a.png"
        let (sent, _) = await run(
            resolve, request(), [asked: Answer("{\n\"url\": \"\(real)\"\n}"), real: Answer("")])
        #expect(sent.last?.url == real)
        let (_, none) = await run(resolve, request(), [asked: Answer("{}")])
        #expect(none.failure?.kind == .unresolved)
    }

    @Test func `a step that takes too long ends by the clock`() async {
        let waited = Locked<Duration?>(nil)
        var clock = LoadClock.system
        clock.sleep = { duration in waited.change { $0 = duration } }
        let resolve = TwoStepURL(rule, clock: clock)
        let loader = ScriptedLoader(bytes: ByteBlock(copying: []), isFrozen: true)
        let thrown = await TestSupport.failure {
            try await resolve.intercept(request(), next: NextLoad([], then: loader))
        }
        #expect(thrown?.kind == .timedOut)
        #expect(waited.value == .seconds(5))
        #expect(loader.cancelCount == 1)
    }
}

/// Cached responses.
extension TwoStepURLTests {
    private func remembering(_ answer: Answer) -> [String: Answer] {
        [asked: answer, "https://cdn.test/a.png": Answer("")]
    }

    private var fresh: Answer {
        var answer = Answer("https://cdn.test/a.png")
        answer.headers = ["Cache-Control": "max-age=60"]
        return answer
    }

    @Test func `a fresh answer is used again until it expires`() async {
        let time = Locked(Date(timeIntervalSinceReferenceDate: 0))
        var clock = LoadClock.system
        clock.date = { time.value }
        let resolve = TwoStepURL(rule, clock: clock)
        _ = await run(resolve, request(), remembering(fresh))
        let (second, _) = await run(resolve, request(), remembering(fresh))
        #expect(second.count == 1)
        time.change { $0 = Date(timeIntervalSinceReferenceDate: 61) }
        let (third, _) = await run(resolve, request(), remembering(fresh))
        #expect(third.count == 2)
    }

    @Test func `in a full memory the least recently used answer is evicted`() async {
        let resolve = TwoStepURL(rule, maxRemembered: 2)
        func stepCount(_ number: Int) async -> Int {
            let url = "https://api.test/pictures/\(number)"
            var answers = remembering(fresh)
            answers[url] = answers[asked]
            return await run(resolve, request(url), answers).sent.count - 1
        }
        var counts: [Int] = []
        for number in [1, 2, 1, 3, 1, 2] { counts.append(await stepCount(number)) }
        #expect(counts == [1, 1, 0, 1, 0, 1])
    }

    @Test(arguments: [[:], ["Cache-Control": "no-store"], ["Cache-Control": "no-cache"]])
    func `an answer that may not be kept is asked for again`(headers: [String: String]) async {
        let resolve = TwoStepURL(rule)
        var answer = fresh
        answer.headers = HeaderFields(headers.map { ($0.key, $0.value) })
        _ = await run(resolve, request(), remembering(answer))
        let (second, _) = await run(resolve, request(), remembering(answer))
        #expect(second.count == 2)
    }

    @Test func `a refresh and another caller ask again`() async {
        let resolve = TwoStepURL(rule)
        _ = await run(resolve, request(), remembering(fresh))
        var refresh = request()
        refresh.cachePolicy = .refresh
        #expect(await run(resolve, refresh, remembering(fresh)).sent.count == 2)
        let other = request(headers: ["Authorization": "Bearer other"])
        #expect(await run(resolve, other, remembering(fresh)).sent.count == 2)
    }

    @Test(arguments: [401, 403, 404, 410])
    func `an answer that led nowhere is forgotten`(status: Int) async {
        let resolve = TwoStepURL(rule)
        var gone = remembering(fresh)
        gone["https://cdn.test/a.png"]?.status = status
        #expect(await run(resolve, request(), gone).sent.count == 2)
        #expect(await run(resolve, request(), remembering(fresh)).sent.count == 2)
        #expect(await run(resolve, request(), remembering(fresh)).sent.count == 1)
    }
}

/// The URLs that are resolved.
struct TwoStepURLRuleTests {
    @Test(arguments: [
        ("https://api.test/p/", "https://api.test/p/1", true),
        ("https://api.test/p/", "HTTPS://API.test:443/p/1", true),
        ("https://api.test/p/", "https://api.test/q/1", false),
        ("https://api.test", "https://api.test.evil.test/1", false),
        ("https://api.test/p/", "http://api.test/p/1", false),
        ("https://api.test/p/", "https://api.test@evil.test/p/1", false),
        ("https://api.test/p/", "https://api.test/p/../q", false),
        ("secret:", "secret:1", true),
    ])
    func `a prefix is one of scheme, host and path`(prefix: String, url: String, matches: Bool) {
        #expect(TwoStepURLRule.prefix(prefix).matches(url) == matches)
    }

    @Test func `a host is compared whole, without regard to case`() {
        let rule = TwoStepURLRule.host("API.test")
        #expect(rule.matches("http://api.test:8080/a"))
        #expect(!rule.matches("http://www.api.test/a"))
        #expect(!rule.matches("data:,api.test"))
    }

    @Test func `equal rules share a flight, closures only their own`() {
        #expect(
            TwoStepURL(.host("a.test")).identity == TwoStepURL(.host("A.test")).identity)
        #expect(TwoStepURL(.host("a.test")).identity != TwoStepURL(.host("b.test")).identity)
        let own = TwoStepURL(.init { _ in true })
        let copy = own
        #expect(own.identity == copy.identity)
        #expect(own.identity != TwoStepURL(.init { _ in true }).identity)
    }
}

/// A scripted response.
private struct Answer: Sendable {
    var bytes: [UInt8]
    var status = 200
    var headers: HeaderFields = [:]
    var expected: Int?
    var failure: LoadFailure?
    var breaksWith: (any Error)?

    init(_ text: String) { bytes = Array(text.utf8) }
    init(bytes: [UInt8]) { self.bytes = bytes }
}

extension Answer {
    func body(_ url: String) throws -> LoadedBody {
        if let failure { throw failure }
        let head = ResponseHead(url: url, status: status, headers: headers)
        var chunks = BodyStream([ByteBlock(copying: bytes)])
        if let breaksWith {
            chunks = BodyStream(AsyncThrowingStream<ByteBlock, any Error> { throw breaksWith })
        }
        return LoadedBody(
            head: head, origin: .network, expectedByteCount: expected, chunks: chunks)
    }
}

extension LoadRequest {
    fileprivate var url: String {
        if case .url(let url) = source { return url }
        return "\(source)"
    }
}

extension Result where Failure == LoadFailure {
    /// The load failure, if it ended with one.
    fileprivate var failure: LoadFailure? {
        if case .failure(let failure) = self { return failure }
        return nil
    }
}
