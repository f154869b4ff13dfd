import FoundationEssentials
import TestSupport
import Testing
import WebImageInterceptors
import WebImageLoading

@testable import WebImageS3

@Suite struct S3CredentialStoreTests {
    private let time = ManualTime()
    private let count = Locked(0)
    private var now: Date { time.clock.date() }

    private func store(_ source: any S3CredentialSource) -> S3CredentialStore {
        S3CredentialStore(source, clock: time.clock)
    }

    /// A source that waits until a test lets it go on.
    private struct HeldSource: S3CredentialSource {
        let count: Locked<Int>
        let gate: AsyncStream<Void>

        func credentials() async throws -> S3Credentials? {
            count.change { $0 += 1 }
            for await _ in gate { break }
            return S3Credentials(accessKeyID: "a", secretAccessKey: "b")
        }
    }

    @Test func `the source is asked once for all that wait`() async throws {
        let (gate, release) = AsyncStream.makeStream(of: Void.self)
        let store = store(HeldSource(count: count, gate: gate))
        try await withThrowingTaskGroup(of: S3Credentials.self) { group in
            for _ in 0..<20 { group.addTask { try await store.credentials() } }
            #expect(await eventually { count.value == 1 })
            release.yield()
            for try await found in group { #expect(found.accessKeyID == "a") }
        }
        _ = try await store.credentials()
        #expect(count.value == 1)
    }

    @Test func `credentials are renewed five minutes before they expire`() async throws {
        let end = now.addingTimeInterval(3600)
        let store = store(CountedSource(count: count, expiration: end))
        time.pass(.seconds(3299))
        #expect(try await store.credentials().sessionToken == "token-1")
        // A source that still has the old ones is asked again after a minute.
        time.pass(.seconds(59))
        #expect(try await store.credentials().sessionToken == "token-1")
        time.pass(.seconds(2))
        #expect(try await store.credentials().sessionToken == "token-2")
    }

    @Test func `credentials that stay are asked for once`() async throws {
        let store = store(CountedSource(count: count))
        for _ in 0..<3 {
            #expect(try await store.credentials().sessionToken == "token-1")
            time.pass(.seconds(1_000_000))
        }
    }

    /// A source with one result and failures behind it.
    private struct FailingSource: S3CredentialSource {
        let count: Locked<Int>
        let first: S3Credentials?

        func credentials() async throws -> S3Credentials? {
            count.change { $0 += 1 }
            guard count.value == 1, let first else { throw LoadFailure(.other, "no answer") }
            return first
        }
    }

    @Test func `old credentials are used on if a renewal fails, as long as they are valid`()
        async throws
    {
        let old = S3Credentials(
            accessKeyID: "a", secretAccessKey: "b", expiration: now.addingTimeInterval(400))
        let store = store(FailingSource(count: count, first: old))
        #expect(try await store.credentials() == old)
        time.pass(.seconds(120))
        #expect(try await store.credentials() == old)
        #expect(count.value == 2)
        _ = try await store.credentials()
        #expect(count.value == 2)
        time.pass(.seconds(300))
        let failure = await #expect(throws: LoadFailure.self) { try await store.credentials() }
        #expect(failure?.reason == "no answer")
    }

    @Test func `a failure is the answer for five seconds`() async throws {
        let store = store(FailingSource(count: count, first: nil))
        for _ in 0..<3 {
            await #expect(throws: LoadFailure.self) { try await store.credentials() }
        }
        #expect(count.value == 1)
        time.pass(.seconds(6))
        await #expect(throws: LoadFailure.self) { try await store.credentials() }
        #expect(count.value == 2)
    }

    @Test func `refused credentials are replaced, others change nothing`() async throws {
        let store = store(CountedSource(count: count))
        let first = try await store.credentials()
        store.reject(first)
        let second = try await store.credentials()
        #expect(second.sessionToken == "token-2")
        store.reject(first)
        #expect(try await store.credentials() == second)
    }

    @Test func `without credentials the places are named`() async throws {
        let store = store(S3CredentialChain([]))
        let failure = await #expect(throws: LoadFailure.self) { try await store.credentials() }
        #expect(failure?.reason.contains("~/.aws/credentials") == true)
    }

    @Test func `credentials are printed without secrets`() {
        let key = S3Credentials(
            accessKeyID: "AKIDTEST", secretAccessKey: "very-secret", sessionToken: "token-of-test")
        var dumped = ""
        dump(key, to: &dumped)
        for text in ["\(key)", String(reflecting: key), dumped] {
            #expect(!key.appears(in: text))
        }
    }
}
