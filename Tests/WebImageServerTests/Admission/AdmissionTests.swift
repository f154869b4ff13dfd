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

        private static func visitor(_ last: UInt32, host: String? = nil) -> Visitor {
            Visitor(client: ClientAddress(IPAddress(v4: 0xC000_0200 | last)), host: host)
        }

        @Test func `a request that loads holds no place of work`() async throws {
            let admission = Self.admission(loads: 8, .places(0))
            let first = try await admission.enter(Self.visitor(1))
            let second = try await admission.enter(Self.visitor(2))
            let value = try await admission.run { () throws(ImageError) in 7 }
            #expect(value == 7)
            first.end()
            second.end()
        }

        @Test func `a request beyond all places to wait is refused`() async throws {
            let admission = Self.admission(.places(0))
            let place = try await admission.enter(Self.visitor(1))
            await #expect(throws: Admission.Refusal.full(retryAfter: 1)) {
                _ = try await admission.enter(Self.visitor(2))
            }
            place.end()
            _ = try await admission.enter(Self.visitor(2))
        }

        @Test func `while work waits, requests that need none enter`() async throws {
            let admission = Self.admission(loads: 8, .places(0))
            try await admission.run { () throws(ImageError) in
                do throws(Admission.Refusal) {
                    _ = try await admission.enterStream(Self.visitor(1))
                } catch {
                    Issue.record("\(error)")
                }
                await #expect(throws: Admission.Refusal.self) {
                    _ = try await admission.enter(Self.visitor(1))
                }
            }
        }

        @Test func `a client waits in half of the places at most`() async throws {
            let admission = Self.admission(.places(4))
            let place = try await admission.enter(Self.visitor(1))
            try await withThrowingTaskGroup { group in
                for _ in 0..<2 {
                    group.addTask {
                        try await admission.enter(Self.visitor(1)).end()
                    }
                }
                while admission.waitingCount < 2 { await Task.yield() }
                await #expect(throws: Admission.Refusal.self) {
                    _ = try await admission.enter(Self.visitor(1))
                }
                group.addTask { try await admission.enter(Self.visitor(2)).end() }
                while admission.waitingCount < 3 { await Task.yield() }
                place.end()
                try await group.waitForAll()
            }
        }

        @Test func `without a room requests wait inside for their work alone`() async throws {
            let admission = Self.admission(loads: 2, .none)
            try await admission.run { () throws(ImageError) in
                do throws(Admission.Refusal) {
                    let first = try await admission.enter(Self.visitor(1))
                    let second = try await admission.enter(Self.visitor(1))
                    await #expect(throws: Admission.Refusal.self) {
                        _ = try await admission.enter(Self.visitor(2))
                    }
                    first.end()
                    second.end()
                } catch {
                    Issue.record("\(error)")
                }
            }
        }

        @Test func `a source that passes through holds no place to load behind its beginning`()
            async throws
        {
            let admission = Self.admission(.places(0))
            let places = try await admission.enterStream(Self.visitor(1))
            await #expect(throws: Admission.Refusal.self) {
                _ = try await admission.enter(Self.visitor(2))
            }
            places.load.end()
            _ = try await admission.enter(Self.visitor(2))
            await #expect(throws: Admission.Refusal.self) {
                _ = try await admission.enterStream(Self.visitor(2))
            }
            places.stream.end()
            _ = try await admission.enterStream(Self.visitor(2))
        }

        @Test func `clients that read slowly keep no picture from loading`()
            async throws
        {
            let admission = Self.admission(loads: 256, .places(0))
            var held: [Place] = []
            for client: UInt32 in 1...2 {
                for _ in 0..<32 {
                    let places = try await admission.enterStream(
                        Self.visitor(client, host: "a.test"))
                    places.load.end()
                    held.append(places.stream)
                }
                await #expect(throws: Admission.Refusal.self) {
                    _ = try await admission.enterStream(Self.visitor(client, host: "a.test"))
                }
            }
            let visitor = Self.visitor(3, host: "a.test")
            #expect(!admission.isBusy(for: visitor))
            _ = try await admission.enter(visitor)
            _ = try await admission.enterStream(visitor)
            for place in held { place.end() }
        }

        @Test func `a source that waits for its place to pass holds none to load`() async throws {
            let admission = Self.admission()
            let places = try await admission.enterStream(Self.visitor(1))
            places.load.end()
            let waiting = Task { try await admission.enterStream(Self.visitor(2)) }
            while admission.waitingCount < 1 { await Task.yield() }
            _ = try await admission.enter(Self.visitor(3))
            places.stream.end()
            _ = try await waiting.value
        }

        @Test func `a request that is cancelled waits no longer`() async throws {
            let admission = Self.admission()
            let place = try await admission.enter(Self.visitor(1))
            let waiting = Task { try await admission.enter(Self.visitor(2)) }
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
            for _ in 0..<3 { _ = try await admission.enter(Self.visitor(1)) }
        }
    }
#endif
