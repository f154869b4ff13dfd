#if HTTP && PNG
    import Synchronization
    import TestSupport
    import Testing
    import WebImage
    import WebImageTesting

    /// Time-outs, cancelling, sharing, progress and order of loads in two steps.
    struct TwoStepControlTests {
        @Test(.scenario("003-12")) func `a first step has a time-out of its own`() async throws {
            let job = try TwoStepJob()
            #expect(TwoStepURL(job.rule).stepTimeout == .seconds(5))
            #expect(LoadLimits().idleTimeout == .seconds(15))
            job.api.reply("/p/1", with: job.text(job.real).stalling(after: 5))
            // The time-out begins with the request, which a busy machine may send late.
            var clock = LoadClock.system
            clock.sleep = { duration in
                await job.api.waitUntil { $0.requestCount("/p/1") == 1 }
                try await Task.sleep(for: duration)
            }
            let quick = TwoStepURL(job.rule, stepTimeout: .milliseconds(200), clock: clock)
            let error = await job.pipeline([quick]).error(of: job.request())
            #expect(error?.loadFailure?.kind == .timedOut)
            #expect(error?.reason.contains("first step") == true)
            #expect(await job.api.waitUntil { $0.abortedCount("/p/1") == 1 })
            #expect(job.counts == [1, 0])
        }

        @Test(.scenario("003-12")) func `the picture may take longer than a step`() async throws {
            let job = try TwoStepJob()
            job.answer()
            job.cdn.reply("/secret.png", with: job.picture.held(after: 20))
            let hasStopped = Atomic(false)
            var clock = LoadClock.system
            clock.sleep = { _ in
                defer { hasStopped.store(true, ordering: .relaxed) }
                try await Task.sleep(for: .seconds(600))
            }
            let pipeline = job.pipeline([TwoStepURL(job.rule, clock: clock)])
            async let image = pipeline.image(for: job.request())
            await job.cdn.waitUntil { $0.requests.count == 1 }
            let isStopped = hasStopped.load(ordering: .relaxed)
            #expect(isStopped)
            job.cdn.release("/secret.png")
            #expect(try await image.image.size.width == 40)
        }

        @Test(.scenario("003-13")) func `cancelled in the first step, there is no second`()
            async throws
        {
            let job = try TwoStepJob()
            job.api.reply("/p/1", with: job.text(job.real).held())
            let pipeline = job.pipeline()
            let load = Task { await pipeline.error(of: job.request()) }
            await job.api.waitUntil { $0.requestCount("/p/1") == 1 }
            load.cancel()
            #expect(await load.value?.isCancelled == true)
            #expect(await job.api.waitUntil { $0.abortedCount("/p/1") == 1 })
            #expect(job.counts == [1, 0])
            #expect(job.trace.ends.count == 1)
        }

        @Test(.scenario("003-14")) func `cancelled in the second step, its transfer ends`()
            async throws
        {
            let job = try TwoStepJob()
            job.answer()
            job.cdn.reply("/secret.png", with: job.picture.stalling(after: 20))
            let pipeline = job.pipeline()
            let load = Task { await pipeline.error(of: job.request()) }
            await job.cdn.waitUntil { $0.requests.count == 1 }
            load.cancel()
            #expect(await load.value?.isCancelled == true)
            #expect(await job.cdn.waitUntil { $0.abortedCount("/secret.png") == 1 })
            #expect(job.trace.ends.count == 1)
        }

        @Test(.scenario("003-15")) func `three callers share both steps`() async throws {
            let job = try TwoStepJob()
            job.answer()
            job.cdn.reply("/secret.png", with: job.picture.held(after: 20))
            let pipeline = job.pipeline()
            let loads = (0..<3).map { _ in Task { await pipeline.error(of: job.request()) } }
            await job.cdn.waitUntil { $0.requests.count == 1 }
            // All three callers wait for the image, and the image for its bytes.
            #expect(await eventually { pipeline.work.waiters == 4 })
            loads[1].cancel()
            #expect(await loads[1].value?.isCancelled == true)
            job.cdn.release("/secret.png")
            #expect(await loads[0].value == nil)
            #expect(await loads[2].value == nil)
            #expect(job.counts == [1, 1])
            #expect(job.cdn.abortedCount("/secret.png") == 0)
        }

        @Test(.scenario("003-16")) func `two URLs of one picture have entries of their own`()
            async throws
        {
            let job = try TwoStepJob()
            for path in ["/p/1", "/p/2"] { job.api.reply(path, with: job.text(job.real)) }
            let pipeline = job.pipeline()
            async let one = pipeline.image(for: job.request("/p/1"))
            async let two = pipeline.image(for: job.request("/p/2"))
            let urls = try await [one.head?.url, two.head?.url]
            #expect(urls == [job.api.url("/p/1"), job.api.url("/p/2")])
            #expect(job.counts == [2, 2])
            #expect(job.memory.usage.entryCount == 2)
            #expect(try DiskCache(folder: job.folder).usage().entryCount == 2)
        }

        @Test(.scenario("003-17")) func `progress is that of the picture`() async throws {
            let job = try TwoStepJob()
            job.answer()
            let total = job.pictureByteCount
            job.cdn.reply("/secret.png", with: job.picture.held(after: total / 2))
            var seen: [LoadProgress] = []
            for await update in job.pipeline().updates(for: job.request()) {
                guard case .progress(let progress) = update else { continue }
                seen.append(progress)
                if progress.receivedByteCount > 0 { job.cdn.release("/secret.png") }
            }
            #expect(seen.contains { $0.receivedByteCount > 0 && $0.receivedByteCount < total })
            #expect(seen.allSatisfy { $0.receivedByteCount <= total })
            #expect(seen.allSatisfy { $0.expectedByteCount ?? total == total })
        }

        @Test(.scenario("003-18")) func `one at a time, each picture follows its own first step`()
            async throws
        {
            let job = try TwoStepJob()
            job.scriptPairs(1...10)
            let pipeline = job.narrowPipeline()
            try await withThrowingTaskGroup { group in
                for index in 1...10 {
                    group.addTask { try await pipeline.image(for: job.request("/p/\(index)")) }
                }
                for try await response in group { #expect(response.image.size.width == 40) }
            }
            let order = job.api.requests.map(\.path)
            #expect(order.count == 20)
            #expect(job.pairs == order)
        }

        @Test(.scenario("003-30")) func `a load cancelled in its first step leaves its slot`()
            async throws
        {
            let job = try TwoStepJob()
            job.scriptPairs(2...2)
            job.api.reply("/p/1", with: job.text("/real/1").held())
            let pipeline = job.narrowPipeline()
            let first = Task { await pipeline.error(of: job.request("/p/1")) }
            await job.api.waitUntil { $0.requestCount("/p/1") == 1 }
            async let second = pipeline.image(for: job.request("/p/2"))
            first.cancel()
            #expect(await first.value?.isCancelled == true)
            #expect(try await second.image.size.width == 40)
            // The cancelled one can be requested again: nothing of it was left behind.
            job.scriptPairs(1...1)
            _ = try await pipeline.image(for: job.request("/p/1"))
            #expect(job.api.requests.map(\.path) == ["/p/1", "/p/2", "/real/2", "/p/1", "/real/1"])
        }
    }

    extension TwoStepJob {
        /// Scripts `/p/n` to lead to `/real/n`, all on the first origin, whose log has the order.
        func scriptPairs(_ indices: ClosedRange<Int>) {
            for index in indices {
                api.reply("/p/\(index)", with: text("/real/\(index)"))
                api.reply("/real/\(index)", with: picture)
            }
        }

        /// The expected log if each first step is followed by its own picture.
        var pairs: [String] {
            api.requests.map(\.path).filter { $0.hasPrefix("/p/") }
                .flatMap { [$0, "/real/" + $0.dropFirst(3)] }
        }
    }
#endif
