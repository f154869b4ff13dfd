#if HTTP && PNG
    import TestSupport
    import Testing
    import WebImage
    import WebImageTesting

    /// One transfer at a time, and their order; a pair is one transfer.
    struct TwoStepOrderTests {
        /// A load of a path, and its priority.
        struct Load: Sendable {
            let path: String
            var priority = LoadPriority.normal
        }

        /// Starts loads one after the other while the first holds the only slot.
        ///
        /// - Returns: The paths in the order of their requests.
        private func order(
            of loads: [Load], _ transferOrder: TransferOrder = .firstComeFirst
        ) async throws -> [String] {
            let job = try TwoStepJob()
            job.scriptPairs(1...9)
            for index in 1...9 { job.api.reply("/plain/\(index)", with: job.picture) }
            job.api.reply("/first", with: job.picture.held())
            let limits = LoadLimits(maxTransfers: 1, transferOrder: transferOrder)
            let pipeline = job.pipeline(limits: PipelineLimits(load: limits))
            try await withThrowingTaskGroup { group in
                group.addTask { _ = try await pipeline.image(for: job.request("/first")) }
                await job.api.waitUntil { $0.requestCount("/first") == 1 }
                for (index, load) in loads.enumerated() {
                    var request = job.request(load.path)
                    request.priority = load.priority
                    group.addTask { [request] in _ = try await pipeline.image(for: request) }
                    #expect(await eventually { pipeline.transferCounts.waiting == index + 1 })
                }
                job.api.release("/first")
                try await group.waitForAll()
            }
            return job.api.requests.map(\.path).filter { $0 != "/first" }
        }

        @Test(.scenario("003-19"))
        func `last come first: the newest pair first, each in its order`() async throws {
            let loads = (1...4).map { Load(path: "/p/\($0)") }
            #expect(
                try await order(of: loads, .lastComeFirst) == [
                    "/p/4", "/real/4", "/p/3", "/real/3", "/p/2", "/real/2", "/p/1", "/real/1",
                ])
        }

        @Test(.scenario("003-20")) func `one-step and two-step loads keep one order`() async throws
        {
            let loads = ["/p/1", "/plain/2", "/p/3", "/plain/4"].map { Load(path: $0) }
            #expect(
                try await order(of: loads, .lastComeFirst) == [
                    "/plain/4", "/p/3", "/real/3", "/plain/2", "/p/1", "/real/1",
                ])
            #expect(
                try await order(of: loads) == [
                    "/p/1", "/real/1", "/plain/2", "/p/3", "/real/3", "/plain/4",
                ])
        }

        @Test(.scenario("003-21")) func `a pair has the priority of its load, none is forced`()
            async throws
        {
            let loads = [
                Load(path: "/p/1", priority: .low), Load(path: "/plain/2"),
                Load(path: "/p/3", priority: .high),
            ]
            #expect(
                try await order(of: loads) == ["/p/3", "/real/3", "/plain/2", "/p/1", "/real/1"])
        }

        @Test func `a visible load raises what a batch waits for`() async throws {
            let job = try Job()
            job.origin.reply("/first", with: job.picture.held())
            for index in 0..<4 { job.origin.reply("/\(index)", with: job.picture) }
            let pipeline = ImagePipeline(
                transport: ImagePipeline.makeTransport(), memory: MemoryCache(maxBytes: 1 << 24),
                disk: DiskCache(folder: job.folder),
                limits: PipelineLimits(load: LoadLimits(maxTransfers: 1)))
            async let first = pipeline.image(for: job.request("/first"))
            await job.origin.waitUntil { $0.requestCount("/first") == 1 }
            let batch = pipeline.prefetch((0..<3).map { job.origin.url("/\($0)") }, concurrency: 1)
            #expect(await eventually { pipeline.transferCounts.waiting == 1 })
            let rest = pipeline.prefetch((1..<3).map { job.origin.url("/\($0)") }, concurrency: 2)
            #expect(await eventually { pipeline.transferCounts.waiting == 3 })
            // Requested by a user now: it precedes earlier requests of the batches.
            async let seen = pipeline.image(for: job.request("/2"))
            #expect(await eventually { pipeline.waitingTransferCount(.normal) == 1 })
            #expect(pipeline.waitingTransferCount(.low) == 2)
            async let other = pipeline.image(for: job.request("/3"))
            #expect(await eventually { pipeline.waitingTransferCount(.normal) == 2 })
            job.origin.release("/first")
            _ = try await (first, seen, other)
            #expect(await batch.end().ended == 3)
            #expect(await rest.end().ended == 2)
            #expect(job.origin.requests.map(\.path) == ["/first", "/2", "/3", "/0", "/1"])
        }
    }
#endif
