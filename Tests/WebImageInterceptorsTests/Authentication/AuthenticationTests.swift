import Synchronization
import TestSupport
import Testing
import WebImageCaching
import WebImageCoding
import WebImageInterceptors
import WebImageLoading
import WebImagePipeline
import WebImageRuntime
import WebImageTesting

/// The hosts that receive credentials, and the number of calls of a provider.
struct AuthenticationTests {
    @Test(arguments: [
        ("https://example.com/a?b", true), ("HTTPS://EXAMPLE.com:443/", true),
        ("http://example.com/", false), ("https://example.com:8443/", false),
        ("https://sub.example.com/", false), ("https://example.com.evil.test/", false),
        ("https://example.com@evil.test/", false),
    ])
    func `credentials go to one scheme, host and port`(url: String, isTold: Bool) async throws {
        let script = Script([{ _ in answer() }])
        let request = LoadRequest(source: .url(url))
        let basic = try BasicAuthentication(
            user: "Aladdin", password: "open sesame", for: "https://example.com")
        _ = try await load([basic], over: script, request)
        let bearer = try BearerAuthentication(account: "a", for: "https://example.com") { _ in "t" }
        _ = try await load([bearer], over: script, request)
        let sent = script.requests.value.map { $0.headers["Authorization"] }
        // The example of RFC 7617, section 2.
        #expect(
            sent == (isTold ? ["Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ==", "Bearer t"] : [nil, nil]))
    }

    @Test func `what the caller set stays`() async throws {
        let script = Script([{ _ in answer(401) }])
        var request = LoadRequest(source: .url("https://example.com/"))
        request.headers["authorization"] = "Own"
        let basic = try BasicAuthentication(user: "a", password: "b", for: "https://example.com")
        let bearer = try BearerAuthentication(account: "a", for: "https://example.com") { _ in "t" }
        _ = try await load([basic, bearer], over: script, request)
        #expect(script.requests.value.map { $0.headers.values("Authorization") } == [["Own"]])
    }

    @Test func `identities differ by origin and account and show neither secret nor name`() throws {
        let basics = try [
            BasicAuthentication(user: "me", password: "one", for: "https://example.com"),
            BasicAuthentication(user: "me", password: "two", for: "https://example.com"),
            BasicAuthentication(user: "me", password: "one", for: "https://example.com:444"),
        ]
        #expect(Set(basics.map(\.identity)).count == 3)
        #expect(!basics.contains { $0.identity.contains("one") || $0.identity.contains("me") })
        let bearers = try ["x", "y"].map { account in
            try BearerAuthentication(account: account, for: "https://example.com") { _ in "t" }
        }
        #expect(bearers[0].identity != bearers[1].identity)
        #expect(basics[0].effect == .bytes && bearers[0].effect == .bytes)
    }

    @Test func `a name with a colon and a URL without host are refused`() {
        #expect(throws: LoadFailure.self) {
            try BasicAuthentication(user: "a:b", password: "", for: "https://example.com")
        }
        #expect(throws: LoadFailure.self) {
            try BearerAuthentication(account: "a", for: "ftp://example.com") { _ in "" }
        }
    }

    @Test func `a refused token is replaced once`() async throws {
        let asked = Locked<[String?]>([])
        let bearer = try BearerAuthentication(account: "a", for: "http://origin.test") { refused in
            asked.change { $0.append(refused) }
            return "token\(asked.value.count)"
        }
        let script = Script([{ _ in answer(401) }, { _ in answer() }, { _ in answer(401) }])
        #expect(try await load([bearer], over: script).head.status == 200)
        #expect(asked.value == [nil, "token1"])
        // From now on every token is rejected: one more is requested, then 401 is the result.
        #expect(try await load([bearer], over: script).head.status == 401)
        #expect(asked.value == [nil, "token1", "token2"])
        let sent = script.requests.value.map { $0.headers["Authorization"] }
        #expect(sent == ["Bearer token1", "Bearer token2", "Bearer token2", "Bearer token3"])
    }

    @Test func `another origin's 401 refuses nothing`() async throws {
        let count = Atomic(0)
        let bearer = try BearerAuthentication(account: "a", for: "http://origin.test") { _ in
            count.wrappingAdd(1, ordering: .relaxed)
            return "t"
        }
        let script = Script([{ _ in answer(401, url: "http://elsewhere.test/") }])
        #expect(try await load([bearer], over: script).head.status == 401)
        #expect(script.count == 1)
        #expect(count.load(ordering: .relaxed) == 1)
    }

    @Test func `a token is asked for once however many wait`() async throws {
        let gate = HeldProvider()
        let bearer = try BearerAuthentication(account: "a", for: "http://origin.test") { _ in
            try await gate.token()
        }
        let script = Script([{ _ in answer() }])
        let tasks = (0..<50).map { _ in Task { try await load([bearer], over: script) } }
        #expect(await eventually { gate.waiting == 1 })
        gate.open("t")
        for task in tasks { #expect(try await task.value.head.status == 200) }
        #expect(gate.count == 1)
    }

    @Test func `a provider that fails fails the load and is asked again by the next`()
        async throws
    {
        let count = Atomic(0)
        let bearer = try BearerAuthentication(account: "a", for: "http://origin.test") { _ in
            if count.wrappingAdd(1, ordering: .relaxed).newValue == 1 {
                throw LoadFailure(.other, "locked out")
            }
            return "t"
        }
        let script = Script([{ _ in answer() }])
        #expect(await failure { try await load([bearer], over: script) }?.reason == "locked out")
        #expect(script.count == 0)
        #expect(try await load([bearer], over: script).head.status == 200)
    }

    @Test func `cancelling while the provider is asked stops the load`() async throws {
        let gate = HeldProvider()
        var test = TestPipeline()
        test.pipeline.interceptors = [
            try BearerAuthentication(account: "a", for: "http://origin.test") { _ in
                try await gate.token()
            }
        ]
        let pipeline = test.pipeline
        let task = Task { try await pipeline.image(for: ImageRequest("http://origin.test/a")) }
        #expect(await eventually { gate.waiting == 1 })
        task.cancel()
        await #expect(throws: ImageError.self) { try await task.value }
        #expect(await eventually { gate.cancelCount == 1 })
        #expect(test.loader.loadCount == 0)
    }

    @Test func `a provider whose own load is cancelled cancels the load`() async throws {
        var test = TestPipeline()
        test.pipeline.interceptors = [
            try BearerAuthentication(account: "a", for: "http://origin.test") { _ in
                throw ImageError.cancelled
            }
        ]
        do {
            _ = try await test.pipeline.image(for: ImageRequest("http://origin.test/a"))
            Issue.record("expected a failure")
        } catch {
            guard case .cancelled = error else {
                Issue.record("\(error)")
                return
            }
        }
    }

    @Test func `a provider that loads through what asks it is told so`() async throws {
        let pipeline = Locked<ImagePipeline?>(nil)
        var test = TestPipeline()
        test.pipeline.interceptors = [
            try BearerAuthentication(account: "a", for: "http://origin.test") { _ in
                _ = try await pipeline.value?.image(for: ImageRequest("http://origin.test/token"))
                return "t"
            }
        ]
        pipeline.change { [copy = test.pipeline] in $0 = copy }
        let error = await test.error(of: ImageRequest("http://origin.test/a"))
        guard case .load(let failure) = error else {
            Issue.record("not a failed load: \(String(describing: error))")
            return
        }
        #expect(failure.kind == .recursion)
        pipeline.change { $0 = nil }
    }
}

/// A provider that responds when the test releases it.
private final class HeldProvider: Sendable {
    private struct State: Sendable {
        var waiters: [CheckedContinuation<String, any Error>] = []
        var count = 0
        var cancelCount = 0
    }

    private let state = Mutex(State())
    var waiting: Int { state.withLock { $0.waiters.count } }
    var count: Int { state.withLock { $0.count } }
    var cancelCount: Int { state.withLock { $0.cancelCount } }

    func token() async throws -> String {
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                state.withLock { state in
                    state.count += 1
                    state.waiters.append(continuation)
                }
            }
        } onCancel: {
            state.withLock { $0.cancelCount += 1 }
            end { $0.resume(throwing: CancellationError()) }
        }
    }

    func open(_ token: String) { end { $0.resume(returning: token) } }

    private func end(_ body: (CheckedContinuation<String, any Error>) -> Void) {
        let waiters = state.withLock { state in
            defer { state.waiters = [] }
            return state.waiters
        }
        for waiter in waiters { body(waiter) }
    }
}
