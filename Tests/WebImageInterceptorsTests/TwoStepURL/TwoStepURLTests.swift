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
    let asked = "https://api.test/pictures/1?token=t"

    /// Runs the interceptor over scripted responses; returns the requests and the result.
    func run(
        _ resolve: TwoStepURL, _ request: LoadRequest,
        _ answers: [String: ScriptedAnswer]
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

    func failure(_ error: any Error) -> LoadFailure {
        error as? LoadFailure ?? LoadFailure(.other, "\(error)")
    }

    let rule = TwoStepURLRule.prefix("https://api.test/pictures/")

    func request(_ url: String? = nil, headers: HeaderFields = [:]) -> LoadRequest {
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
            TwoStepURL(rule), request(),
            [asked: ScriptedAnswer(text), url: ScriptedAnswer("picture")])
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
        let (sent, result) = await run(TwoStepURL(rule), request(), [asked: ScriptedAnswer(text)])
        #expect(result.failure?.kind == .unresolved)
        #expect(sent.count == 1)
    }

    @Test func `bytes that are no UTF-8 end the load`() async {
        let (_, result) = await run(
            TwoStepURL(rule), request(), [asked: ScriptedAnswer(bytes: [0x68, 0xC3, 0x28])])
        #expect(result.failure?.kind == .unresolved)
    }

    @Test func `an answer that is too long is not read to its end`() async {
        let (_, result) = await run(
            TwoStepURL(rule, maxTextBytes: 20), request(),
            [asked: ScriptedAnswer(String(repeating: "a", count: 21))])
        #expect(result.failure?.kind == .tooLarge)
    }

    @Test func `half an answer is no answer`() async {
        var answer = ScriptedAnswer("https://cdn.test/a")
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
                ]),
            [
                asked: ScriptedAnswer("https://cdn.test/a.png"),
                "https://cdn.test/a.png": ScriptedAnswer(""),
            ])
        #expect(
            sent.map { $0.headers.fields.map(\.name) } == [
                ["Authorization", "Cookie", "X-Own", "User-Agent", "Accept"],
                ["User-Agent", "If-None-Match"],
            ])
    }

    @Test func `the same host gets them`() async {
        let (sent, _) = await run(
            TwoStepURL(rule), request(headers: ["Authorization": "Bearer x", "X-Own": "1"]),
            [asked: ScriptedAnswer("/real"), "https://api.test/real": ScriptedAnswer("")])
        #expect(sent.last?.headers.fields.map(\.name) == ["Authorization", "X-Own"])
    }

    @Test func `another port is another host`() async {
        let (sent, _) = await run(
            TwoStepURL(rule), request(headers: ["Authorization": "Bearer x"]),
            [
                asked: ScriptedAnswer("https://api.test:444/a"),
                "https://api.test:444/a": ScriptedAnswer(""),
            ])
        #expect(sent.last?.headers["Authorization"] == nil)
    }

    @Test func `credentials go where they were written for`() async {
        let own = "https://me:pw@api.test/pictures/1"
        let (sent, _) = await run(
            TwoStepURL(rule), request(own),
            [own: ScriptedAnswer("/real"), "https://api.test/real": ScriptedAnswer("")])
        #expect(sent.last?.headers["Authorization"] == "Basic bWU6cHc=")
        let (others, _) = await run(
            TwoStepURL(rule), request(own),
            [
                own: ScriptedAnswer("https://u:v@cdn.test/a"),
                "https://cdn.test/a": ScriptedAnswer(""),
            ])
        #expect(others.last?.headers["Authorization"] == "Basic dTp2")
    }

    @Test func `credentials of another host do not come back to the first one`() async {
        let (own, other) = ("https://me:pw@api.test/pictures/1", "https://cdn.test/2")
        let (sent, _) = await run(
            TwoStepURL(TwoStepURLRule { $0.hasSuffix("/1") || $0 == other }), request(own),
            [
                own: ScriptedAnswer("https://u:v@cdn.test/2"),
                other: ScriptedAnswer("https://api.test/real"),
                "https://api.test/real": ScriptedAnswer(""),
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
            TwoStepURL(rule), post,
            [asked: ScriptedAnswer("/real"), "https://api.test/real": ScriptedAnswer("")])
        #expect(sent.map(\.method) == ["POST", "GET"])
        #expect(sent.map { $0.body == nil } == [false, true])
        #expect(sent.last?.headers["Content-Type"] == nil)
    }

    @Test func `the real URL is in no answer`() async throws {
        var picture = ScriptedAnswer("")
        picture.headers = ["Content-Location": "https://cdn.test/secret.png", "ETag": "\"e\""]
        let (_, result) = await run(
            TwoStepURL(rule), request(),
            [
                asked: ScriptedAnswer("https://cdn.test/secret.png"),
                "https://cdn.test/secret.png": picture,
            ])
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
        var picture = ScriptedAnswer("")
        picture.failure = LoadFailure(
            .connectionFailed, reason, head: ResponseHead(url: real, headers: ["Location": real]))
        let (_, result) = await run(
            TwoStepURL(rule), request(), [asked: ScriptedAnswer(real), real: picture])
        let failure = result.failure
        #expect(failure?.kind == .connectionFailed)
        #expect(failure?.reason.contains("(resolved URL)") == true)
        #expect(!"\(String(describing: failure))".contains("secret"))
        #expect(failure?.head?.url == asked)
    }

    @Test func `a body that breaks tells no URL either`() async throws {
        let real = "https://cdn.test/secret.png"
        var picture = ScriptedAnswer("")
        picture.breaksWith = LoadFailure(.truncated, "\(real): the connection broke")
        let (_, result) = await run(
            TwoStepURL(rule), request(), [asked: ScriptedAnswer(real), real: picture])
        let body = try result.get()
        let thrown = await TestSupport.failure { try await body.allBytes() }
        #expect(thrown?.reason == "(resolved URL): the connection broke")
    }

    @Test func `a body that begins again still does`() async throws {
        let real = "https://cdn.test/secret.png"
        var picture = ScriptedAnswer("")
        picture.breaksWith = RestartLoad(after: LoadFailure(.truncated, "\(real): changed"))
        let (_, result) = await run(
            TwoStepURL(rule), request(), [asked: ScriptedAnswer(real), real: picture])
        let body = try result.get()
        let error = await #expect(throws: RestartLoad.self) { try await body.allBytes() }
        #expect(error?.cause.reason == "(resolved URL): changed")
    }

    @Test func `a circle ends, and so does an endless way`() async {
        let (_, circle) = await run(TwoStepURL(rule), request(), [asked: ScriptedAnswer(asked)])
        #expect(circle.failure?.kind == .unresolved)
        let places = (1...9).map { "https://api.test/pictures/\($0)" }
        let answers = zip(places, places.dropFirst()).map { ($0, ScriptedAnswer($1)) }
        let (sent, endless) = await run(
            TwoStepURL(rule), request(places[0]), Dictionary(uniqueKeysWithValues: answers))
        #expect(endless.failure?.kind == .unresolved)
        #expect(sent.count == 3)
    }

    @Test func `a step within a way is as secret as its end`() async {
        let second = "https://api.test/pictures/secret"
        var broken = ScriptedAnswer("")
        broken.failure = LoadFailure(.timedOut, "\(second): timed out")
        let (_, result) = await run(
            TwoStepURL(rule), request(), [asked: ScriptedAnswer(second), second: broken])
        #expect(result.failure?.reason == "(resolved URL): timed out")
    }

    @Test func `a reading finds the URL in other texts`() async throws {
        let resolve = TwoStepURL(rule) { text in
            text.split(separator: "\"").first { $0.hasPrefix("https:") }.map(String.init)
        }
        let real = "https://cdn.test/a.png"
        let (sent, _) = await run(
            resolve, request(),
            [asked: ScriptedAnswer("{\n\"url\": \"\(real)\"\n}"), real: ScriptedAnswer("")])
        #expect(sent.last?.url == real)
        let (_, none) = await run(resolve, request(), [asked: ScriptedAnswer("{}")])
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
