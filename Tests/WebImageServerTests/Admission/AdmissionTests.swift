#if Server
    import CoreMetrics
    import Testing
    import WebImage

    @testable import WebImageServer

    /// The entrance of requests, and of their work.
    struct AdmissionTests {
        private static func admission(
            workers: Int = 1, loads: Int = 1, _ room: Admission.Room = .unlimited
        ) -> Admission {
            let factory = NOOPMetricsHandler.instance
            return Admission(
                workers: workers, loads: loads, room: room,
                metrics: ServerMetrics(namespace: "", workers: workers, factory: factory))
        }

        private static func visitor(_ last: UInt32) -> Visitor {
            Visitor(client: ClientAddress(IPAddress(v4: 0xC000_0200 | last)))
        }

        @Test func `a request that loads holds no place of work`() async throws {
            let admission = Self.admission(loads: 8, .places(0))
            let first = try await admission.enter(Self.visitor(1), works: true)
            let second = try await admission.enter(Self.visitor(2), works: true)
            let value = try await admission.run { () throws(ImageError) in 7 }
            #expect(value == 7)
            first.end()
            second.end()
        }

        @Test func `a request beyond all places to wait is refused`() async throws {
            let admission = Self.admission(.places(0))
            let place = try await admission.enter(Self.visitor(1), works: true)
            await #expect(throws: Admission.Refusal.full(retryAfter: 1)) {
                _ = try await admission.enter(Self.visitor(2), works: true)
            }
            place.end()
            _ = try await admission.enter(Self.visitor(2), works: true)
        }

        @Test func `while work waits, requests that need none enter`() async throws {
            let admission = Self.admission(loads: 8, .places(0))
            try await admission.run { () throws(ImageError) in
                do throws(Admission.Refusal) {
                    _ = try await admission.enter(Self.visitor(1), works: false)
                } catch {
                    Issue.record("\(error)")
                }
                await #expect(throws: Admission.Refusal.self) {
                    _ = try await admission.enter(Self.visitor(1), works: true)
                }
            }
        }

        @Test func `a client waits in half of the places at most`() async throws {
            let admission = Self.admission(.places(4))
            let place = try await admission.enter(Self.visitor(1), works: true)
            try await withThrowingTaskGroup { group in
                for _ in 0..<2 {
                    group.addTask {
                        try await admission.enter(Self.visitor(1), works: true).end()
                    }
                }
                while admission.waitingCount < 2 { await Task.yield() }
                await #expect(throws: Admission.Refusal.self) {
                    _ = try await admission.enter(Self.visitor(1), works: true)
                }
                group.addTask { try await admission.enter(Self.visitor(2), works: true).end() }
                while admission.waitingCount < 3 { await Task.yield() }
                place.end()
                try await group.waitForAll()
            }
        }

        @Test func `without a room requests wait inside for their work alone`() async throws {
            let admission = Self.admission(loads: 2, .none)
            try await admission.run { () throws(ImageError) in
                do throws(Admission.Refusal) {
                    let first = try await admission.enter(Self.visitor(1), works: true)
                    let second = try await admission.enter(Self.visitor(1), works: true)
                    await #expect(throws: Admission.Refusal.self) {
                        _ = try await admission.enter(Self.visitor(2), works: true)
                    }
                    first.end()
                    second.end()
                } catch {
                    Issue.record("\(error)")
                }
            }
        }

        @Test func `a request that is cancelled waits no longer`() async throws {
            let admission = Self.admission()
            let place = try await admission.enter(Self.visitor(1), works: true)
            let waiting = Task { try await admission.enter(Self.visitor(2), works: true) }
            while admission.waitingCount < 1 { await Task.yield() }
            waiting.cancel()
            await #expect(throws: Admission.Refusal.cancelled) { _ = try await waiting.value }
            #expect(admission.waitingCount == 0)
            place.end()
        }

        @Test func `a look for an answer begins no work`() async throws {
            let admission = Self.admission()
            await Admission.$mayWork.withValue(false) {
                await #expect(throws: ImageError.self) {
                    try await admission.run { () throws(ImageError) in
                        Issue.record("work has begun")
                    }
                }
            }
        }

        @Test func `a place that is dropped is free`() async throws {
            let admission = Self.admission(.places(0))
            for _ in 0..<3 { _ = try await admission.enter(Self.visitor(1), works: true) }
        }
    }
#endif
