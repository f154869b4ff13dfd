#if Server
    import NIOCore
    import ServiceLifecycle
    import Synchronization
    import Testing

    @testable import WebImageServer

    /// Ports that a server listens on.
    struct ListenFailureTests {
        private struct Broken: Service {
            let error: any Error

            func run() async throws { throw error }
        }

        private struct Other: Error, CustomStringConvertible { let description = "no port" }

        @Test(
            arguments: [
                ("127.0.0.1", nil, "cannot listen on 127.0.0.1:80: no port"),
                ("::1", "metrics", "cannot listen on [::1]:80 for metrics: no port"),
            ] as [(String, String?, String)])
        func `a failure names the address and its use`(
            host: String, use: String?, text: String
        ) async {
            let service = Listening(Broken(error: Other()), on: (host, 80), for: use)
            let failure = await #expect(throws: ListenFailure.self) { try await service.run() }
            #expect(failure?.description == text)
        }

        @Test func `the reason is the system's own`() {
            let error = IOError(errnoCode: 98, reason: "bind")
            let failure = ListenFailure(("a", 1), for: nil, error)
            #expect(failure.description == "cannot listen on a:1: Address already in use")
        }

        @Test func `the end of a service is no failure`() async {
            let service = Listening(Broken(error: CancellationError()), on: ("a", 1))
            await #expect(throws: CancellationError.self) { try await service.run() }
        }

        @Test func `a start is told once all ports are open, with that of pictures`() {
            let told = Mutex<[Int]>([])
            let gate = StartGate(ports: 2) { port in told.withLock { $0.append(port) } }
            gate.open(8_080)
            #expect(told.withLock { $0 } == [])
            gate.open(nil)
            #expect(told.withLock { $0 } == [8_080])
        }
    }
#endif
