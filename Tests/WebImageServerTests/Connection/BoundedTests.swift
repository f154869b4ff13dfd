#if Server
    import Testing

    @testable import WebImageServer

    /// The work of a request, until its deadline and while its client is there.
    struct BoundedTests {
        @Test func `work that ends is the outcome`() async {
            let outcome = await bounded(by: .now + .seconds(60), ClientPresence()) { 7 }
            #expect({ if case .done(7) = outcome { true } else { false } }())
        }

        @Test func `work is cancelled at its deadline`() async {
            let outcome = await bounded(by: .now + .milliseconds(5), nil) {
                await Self.untilCancelled()
            }
            #expect({ if case .late = outcome { true } else { false } }())
        }

        @Test func `work is cancelled when its client leaves`() async {
            let client = ClientPresence()
            let outcome = await bounded(by: .now + .seconds(60), client) {
                client.leave()
                await Self.untilCancelled()
            }
            #expect({ if case .gone = outcome { true } else { false } }())
        }

        @Test func `a client that has left is gone for good`() async {
            let client = ClientPresence()
            client.leave()
            client.leave()
            await client.untilGone()
        }

        @Test func `a wait for a client ends with its task`() async {
            let client = ClientPresence()
            let wait = Task { await client.untilGone() }
            wait.cancel()
            await wait.value
        }

        private static func untilCancelled() async {
            let (end, _) = AsyncStream.makeStream(of: Never.self)
            for await _ in end {}
        }
    }
#endif
