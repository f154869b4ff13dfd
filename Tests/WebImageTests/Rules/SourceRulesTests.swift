import Foundation
import TestSupport
import Testing
import WebImage
import WebImageTesting

/// The rules of sources by their hosts.
struct SourceRulesTests {
    private func rules(
        _ text: String, _ environment: [String: String] = [:]
    ) throws(SourceRulesFault) -> SourceRules {
        try SourceRules(reading: text.utf8, environment: environment)
    }

    private func host(_ members: String) -> String { "{\"hosts\":{\"a.test\":{\(members)}}}" }

    @Test func `a file has all rules of a host`() throws {
        let text = """
            {"hosts": {"Bücher.example": {
              "headers": {"Accept": "image/webp", "X-Api-Key": {"environment": "KEY"}},
              "user": {"environment": "USER_OF_A"}, "reject": ["ErrorCode: 100", "X-Placeholder"],
              "statuses": "200-299,404", "types": "image/*",
              "two_step": {"paths": ["/api/"], "field": "data.url"}, "lifetime": 60
            }}}
            """
        let rules = try rules(text, ["KEY": "word", "USER_OF_A": "me:pw"])
        let rule = try #require(rules.rule(for: "xn--bcher-kva.example"))
        #expect(rule.headers["x-api-key"] == "word")
        #expect(rule.headers["Authorization"] == "Basic bWU6cHc=")
        #expect(rule.headers["Accept"] == "image/webp")
        #expect(
            rule.responses.rejectedHeaders == [
                HeaderMatch("ErrorCode", 100), HeaderMatch("X-Placeholder"),
            ])
        #expect(rule.responses.acceptedStatuses == StatusSet(200...299, 404...404))
        #expect(rule.responses.acceptedMediaTypes == ["image/*"])
        #expect(rule.twoStepPaths == ["/api/"] && rule.twoStepReading == .field("data.url"))
        #expect(rule.lifetime == .seconds(60))
    }

    @Test func `the longest name that fits holds`() {
        let lifetimes = ["*.a.test": 1, "*.b.a.test": 2, "c.b.a.test": 3, "a.test": 4]
        let rules = SourceRules(lifetimes.mapValues { SourceRule(lifetime: .seconds($0)) })
        let found = ["x.a.test", "x.y.a.test", "x.b.a.test", "C.b.a.test", "a.test", "b.test", ""]
            .map { rules.rule(for: $0)?.lifetime }
        #expect(
            found == [
                .seconds(1), .seconds(1), .seconds(2), .seconds(3), .seconds(4), nil, nil,
            ])
    }

    @Test(
        arguments: [
            ("{}\n{}", 2, "more than one value"), ("[]", 1, "rules: expected an object"),
            ("{\n\"host\": {}}", 2, "\"host\": unknown; known are hosts"),
            ("{\"hosts\":\n[]}", 2, "hosts: expected an object, found a list"),
            ("{\"hosts\":{\n\"a.test:80\":{}}}", 2, "\"a.test:80\": expected the name of a host"),
            ("{\"hosts\":{\n\"http://a\":{}}}", 2, "expected the name of a host"),
            ("{\"hosts\":{\n\"a\\t.test\":{}}}", 2, "expected the name of a host"),
            ("{\"hosts\":{\"a.test\":{},\n\"A.test\":{}}}", 2, "\"A.test\": another name"),
            ("{\"hosts\":{\"a.test\":\n1}}", 2, "a host: expected an object, found a number"),
        ])
    func `a defect has its line and name`(text: String, line: Int, reason: String) {
        #expect {
            try rules(text)
        } throws: { error in
            let fault = error as? SourceRulesFault
            return fault?.line == line && fault?.reason.contains(reason) == true
        }
    }

    @Test(
        arguments: [
            (#""rejects": 1"#, "unknown; known are headers, user, reject"),
            (#""reject": 1"#, "expected a list of texts, found a number"),
            (#""reject": ["a b"]"#, "expected a field as Name or Name: value"),
            (#""reject": [1]"#, "expected a list of texts, found others"),
            (#""statuses": [200]"#, "expected a text, found a list"),
            (#""statuses": "2xx""#, "expected statuses such as"),
            (#""types": ["png"]"#, "expected a media type such as image/*"),
            (#""lifetime": "60""#, "expected whole seconds"), (#""lifetime": 1.5"#, "whole"),
            (#""lifetime": -1"#, "expected whole seconds"),
            (#""headers": {"Host": "b"}"#, "cannot be sent"),
            (#""headers": {"If-Match": "b"}"#, "cannot be sent"),
            (#""headers": {"a b": "b"}"#, "cannot be sent"),
            (#""headers": {"A": "b\nc"}"#, "control characters"),
            (#""headers": {"X-A": "b", "x-a": "c"}"#, "another name is the same field"),
            (#""two_step": {"paths": ["/"], "field": "a..b"}"#, "expected a path of names"),
            (#""headers": {"Authorization": "Bearer geheim"}"#, "stands in the environment"),
            (#""headers": {"X-Api-Key": "geheim"}"#, "stands in the environment"),
            (#""headers": {"Cookie": {"environment": "NONE"}}"#, "NONE is not set"),
            (#""headers": {"A": {"env": "B"}}"#, "expected {\"environment\": \"NAME\"}"),
            (#""user": "me:geheim""#, "expected {\"environment\": \"NAME\"}"),
            (#""user": {"environment": "WORD"}"#, "expected a variable with name:password"),
            (#""two_step": {"field": "a"}"#, "\"paths\" is missing"),
            (#""two_step": {"paths": ["api/"]}"#, "expected paths such as /api/"),
            (#""two_step": {"paths": ["/"], "field": "a", "header": "b"}"#, "not in both"),
            (#""two_step": {"paths": ["/"], "text": "a"}"#, "unknown; known are paths"),
        ])
    func `a wrong member is told, without credentials`(members: String, reason: String) {
        #expect {
            try rules(host(members), ["WORD": "geheim"])
        } throws: { error in
            "\(error)".contains(reason) && !"\(error)".contains("geheim")
        }
    }

    @Test func `length and hosts are bounded`() throws {
        let hosts = { (count: Int) in
            "{\"hosts\":{" + (0..<count).map { "\"h\($0).test\":{}" }.joined(separator: ",") + "}}"
        }
        #expect(try rules(hosts(10_000)).hosts.count == 10_000)
        #expect(throws: SourceRulesFault.self) { try rules(hosts(10_001)) }
        let blank = String(repeating: " ", count: SourceRules.maxByteCount)
        #expect(throws: SourceRulesFault.self) { try rules("{}" + blank) }
    }

    @Test func `keys have a digest of the host's own rule`() async throws {
        let keys = { (rules: [String: SourceRule], url: String) in
            var pipeline = TestPipeline(loader: ScriptedLoader { _ in throw CancellationError() })
                .pipeline
            let all = SourceRules(rules)
            pipeline.rewrite = { all.applied(to: $0) }
            return try await pipeline.cacheKeys(for: url).data.digest
        }
        let one = SourceRule(lifetime: .seconds(1))
        let two = SourceRule(headers: ["X-Word": "1"])
        let first = try await keys(["a.test": one, "b.test": one], "http://a.test/1.png")
        let edited = try await keys(["a.test": one, "b.test": two], "http://a.test/1.png")
        let own = try await keys(["a.test": two, "b.test": one], "http://a.test/1.png")
        let none = try await keys(["b.test": one], "http://a.test/1.png")
        #expect(first == edited)
        #expect(Set([first, own, none]).count == 3)
        #expect(try await keys([:], "http://a.test/1.png") == none)
    }

    @Test func `a rule changes request and response of its host`() async throws {
        let picture = TestPipeline.picture()
        let asked = Locked<[LoadRequest]>([])
        let loader = ScriptedLoader { request in
            asked.change { $0.append(request) }
            guard case .url(let url) = request.source else { throw CancellationError() }
            let isText = url.hasSuffix("/api/1")
            let bytes = isText ? ByteBlock(copying: Array("/b.png".utf8)) : picture
            return LoadedBody(
                head: ResponseHead(
                    url: url, status: isText ? 200 : 404, headers: ["Cache-Control": "no-store"]),
                origin: .network, expectedByteCount: bytes.count, chunks: BodyStream([bytes]))
        }
        var test = TestPipeline(loader: loader)
        let rules = SourceRules([
            "*.test": SourceRule(
                headers: ["X-Word": "1", "Accept": "image/png"],
                responses: ResponseRules(acceptedStatuses: [404]), twoStepPaths: ["/api/"],
                lifetime: .seconds(60))
        ])
        test.pipeline.rewrite = { rules.applied(to: $0) }
        let request = ImageRequest("http://a.test/api/1", headers: ["Accept": "image/*"])
        #expect(try await test.pipeline.image(for: request).image.size.width == 12)
        #expect(asked.value.map { $0.headers["X-Word"] } == ["1", "1"])
        #expect(asked.value.map { $0.headers["Accept"] } == ["image/*", "image/*"])
        #expect(try await test.pipeline.image(for: request).origin == .memory)
        #expect(await test.error(of: ImageRequest("http://a.other/1.png"))?.status == 404)
    }

    @Test func `options of the request win`() {
        let rules = SourceRules([
            "a.test": SourceRule(responses: ResponseRules(acceptedStatuses: [404]))
        ])
        var request = ImageRequest("http://a.test/")
        #expect(rules.applied(to: request).acceptedStatuses == [404])
        request.acceptedStatuses = [200]
        #expect(rules.applied(to: request).acceptedStatuses == [200])
        #expect(rules.applied(to: ImageRequest("http://b.test/")).interceptors.isEmpty)
    }
}
