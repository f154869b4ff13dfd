#if HTTP && PNG
    import Testing
    import WebImage
    import WebImageTesting

    /// A refresh of unchanged pictures.
    struct UnchangedRefreshTests {
        @Test(.scenario("004-6"), arguments: [true, false])
        func `a 304 makes the cached image the result, and nothing is stored again`(
            inMemory: Bool
        ) async throws {
            let job = try Job()
            let picture = RefreshedPicture(job)
            job.origin.reply("/a.png") { picture.reply(to: $0) }
            let trace = TraceObserver()
            let pipeline = job.pipeline(observers: [trace])
            _ = try await pipeline.image(for: job.request("/a.png"))
            let entries = job.entries
            if !inMemory { pipeline.memory.removeAll() }
            trace.reset()
            let words = await pipeline.words(for: job.refresh("/a.png"))
            #expect(
                words == ["cached \(inMemory ? "memory" : "disk")", "finished memory unchanged"])
            #expect(job.origin.sent("If-None-Match", to: "/a.png") == [nil, "\"1\""])
            #expect(job.entries == entries)
            #expect(entries.count == 1)
            // The picture from disk is decoded once to be shown; the 304 causes no work.
            let stages = trace.trace.split(separator: " ")
            #expect(stages.filter { $0 == "decode" || $0 == "store" }.count == (inMemory ? 0 : 2))
            #expect(stages.last == "load")
        }

        @Test(.scenario("004-6")) func `a plain load of a stale image ends with it after a 304`()
            async throws
        {
            let job = try Job()
            var picture = RefreshedPicture(job)
            picture.cacheControl = "max-age=0"
            let stale = picture
            job.origin.reply("/a.png") { stale.reply(to: $0) }
            let pipeline = job.pipeline()
            _ = try await pipeline.image(for: job.request("/a.png"))
            let response = try await pipeline.image(for: job.request("/a.png"))
            #expect(response.unchanged)
            #expect(response.staleReason == nil)
            #expect(response.head?.status == 200)
        }

        @Test(.scenario("004-7"))
        func `a 304 with nothing cached fails once, and the next request is plain`()
            async throws
        {
            let job = try Job()
            job.origin.reply("/a.png", with: [.status(304), job.picture])
            let trace = TraceObserver()
            let pipeline = job.pipeline(observers: [trace])
            let words = await pipeline.words(for: job.request("/a.png"))
            #expect(words == ["failed load"])
            let failures = trace.events.compactMap { event -> LoadFailure? in
                guard case .failed(_, .load(let failure)) = event else { return nil }
                return failure
            }
            #expect(failures.map(\.kind) == [.notModified])
            #expect(failures.map(\.status) == [304])
            let reason = "status 304, but no cached response matches"
            #expect(failures.map(\.reason) == [reason])
            #expect(try await pipeline.image(for: job.request("/a.png")).origin == .network)
            #expect(job.origin.sent("If-None-Match", to: "/a.png") == [nil, nil])
            #expect(job.origin.sent("If-Modified-Since", to: "/a.png") == [nil, nil])
        }

        @Test(.scenario("004-25"), arguments: [true, false])
        func `equal bytes are the cached image, neither decoded nor stored again`(
            inMemory: Bool
        ) async throws {
            let job = try Job()
            var picture = RefreshedPicture(job)
            picture.knowsConditions = false
            let plain = picture
            job.origin.reply("/a.png") { plain.reply(to: $0) }
            let trace = TraceObserver()
            let pipeline = job.pipeline(observers: [trace])
            _ = try await pipeline.image(for: job.request("/a.png"))
            let entries = job.entries
            if !inMemory { pipeline.memory.removeAll() }
            trace.reset()
            let words = await pipeline.words(for: job.refresh("/a.png"))
            #expect(
                words == ["cached \(inMemory ? "memory" : "disk")", "finished network unchanged"])
            #expect(job.entries == entries)
            #expect(trace.trace.split(separator: " ").last == "load")
            #expect(job.origin.requestCount("/a.png") == 2)
        }
    }
#endif
