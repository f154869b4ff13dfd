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

/// Cached responses.
extension TwoStepURLTests {
    private func remembering(_ answer: ScriptedAnswer) -> [String: ScriptedAnswer] {
        [asked: answer, "https://cdn.test/a.png": ScriptedAnswer("")]
    }

    private var fresh: ScriptedAnswer {
        var answer = ScriptedAnswer("https://cdn.test/a.png")
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
