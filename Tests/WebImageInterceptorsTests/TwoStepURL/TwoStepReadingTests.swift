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

/// The place of the URL in the response of a first step.
extension TwoStepURLTests {
    private var picture: String { "https://cdn.test/a.png" }

    private func answers(_ answer: ScriptedAnswer) -> [String: ScriptedAnswer] {
        [asked: answer, picture: ScriptedAnswer("picture")]
    }

    @Test(
        arguments: [
            ("data.url", #"{"data":{"url":"https://cdn.test/a.png"}}"#),
            ("images.1.src", #"{"images":[{},{"src":" https:\/\/cdn.test\/a.png "}]}"#),
            ("url", "\u{FEFF}\n{\"url\": \"//cdn.test/a.png\", \"n\": 1}"),
        ])
    func `a URL is read from its place in JSON`(path: String, text: String) async throws {
        let resolve = TwoStepURL(rule, from: .field(path))
        let (sent, result) = await run(resolve, request(), answers(ScriptedAnswer(text)))
        _ = try result.get()
        #expect(sent.map(\.url) == [asked, picture])
    }

    @Test(
        arguments: [
            ("no JSON", "first step: the response is not JSON"),
            (#"{"data":{"uri":"x"}}"#, "first step: the response has no text 'data.url'"),
            (#"{"data":{"url":1}}"#, "first step: the response has no text 'data.url'"),
            (#"{"data":{"url":"ftp://a/"}}"#, nil), (#"{"data":{"url":""}}"#, nil),
        ] as [(String, String?)])
    func `JSON without it is no answer`(text: String, reason: String?) async {
        let resolve = TwoStepURL(rule, from: .field("data.url"))
        let (sent, result) = await run(resolve, request(), answers(ScriptedAnswer(text)))
        #expect(result.failure?.kind == .unresolved)
        if let reason { #expect(result.failure?.reason == reason) }
        #expect(sent.count == 1)
    }

    @Test func `a URL is read from a header field, whatever the body is`() async throws {
        var answer = ScriptedAnswer(bytes: [UInt8](repeating: 255, count: 100_000))
        answer.headers = ["location": " //cdn.test/a.png "]
        answer.status = 201
        let resolve = TwoStepURL(rule, from: .header("Location"))
        let (sent, result) = await run(resolve, request(), answers(answer))
        _ = try result.get()
        #expect(sent.map(\.url) == [asked, picture])
        answer.headers = [:]
        let other = await run(resolve, request(), answers(answer))
        #expect(other.result.failure?.reason == "first step: the response has no field Location")
    }

    @Test func `another place is another name in keys, the text is none`() {
        let readings: [TwoStepURLReading] = [
            .text, .field("a"), .field("a.b"), .header("a"), .field("A"),
        ]
        let steps = readings.map { TwoStepURL(rule, from: $0) }
        #expect(Set(steps.map(\.identity)).count == readings.count)
        #expect(steps.map(\.effect) == [.delivery, .bytes, .bytes, .bytes, .bytes])
        #expect(
            TwoStepURL(rule, from: .header("X")).identity
                == TwoStepURL(rule, from: .header("x")).identity)
    }

    @Test func `several beginnings are one rule`() {
        let both = TwoStepURLRule.any(of: [.prefix("https://a.test/x/"), .host("b.test")])
        #expect(both.matches("https://a.test/x/1") && both.matches("http://b.test/"))
        #expect(!both.matches("https://a.test/y/1"))
        #expect(!TwoStepURLRule.any(of: []).matches("https://a.test/"))
    }

    @Test(arguments: [true, false])
    func `a refusal inside is told of either step, without the real URL`(isFirst: Bool) async {
        var scripted = answers(ScriptedAnswer(picture))
        scripted[isFirst ? asked : picture]?.headers = ["ErrorCode": "100"]
        let rules = ResponseRules(rejectedHeaders: [HeaderMatch("ErrorCode", 100)])
        var test = TestPipeline(
            loader: ScriptedLoader { [scripted] in
                try scripted[$0.url]?.body($0.url) ?? ScriptedAnswer("").body($0.url)
            })
        test.pipeline.interceptors = [.twoStepURL(rule)] + rules.interceptors
        let error = await test.error(of: ImageRequest(asked))
        #expect(error?.status == 444)
        #expect(error?.reason.contains("(ErrorCode: 100 is rejected)") == true)
        #expect(error?.reason.contains("cdn.test") == false)
    }
}
