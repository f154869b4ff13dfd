#if HTTP && PNG
    import TestSupport
    import Testing
    import WebImage
    import WebImageTesting
    import WebImageViews

    /// Views, with a real origin.
    @MainActor struct ViewScenarioTests {
        private let view = SceneView()
        private let plan = ImagePresentation(placeholder: .plain())

        @Test(.scenario("002-1")) func `two slots of a view load at once, the same slot cancels`()
            async throws
        {
            let job = try Job()
            for path in ["/a.png", "/b.png", "/c.png"] {
                job.origin.reply(path, with: job.picture.held(after: 10))
            }
            let loader = view.loader(job.pipeline())
            var ends: [String] = []
            loader.load(job.request("/a.png")) { ends.append("a \($0.isSuccess)") }
            loader.load(job.request("/b.png"), in: .background) { ends.append("b \($0.isSuccess)") }
            await job.origin.waitUntil { $0.requests.count == 2 }
            loader.load(job.request("/c.png")) { ends.append("c \($0.isSuccess)") }
            #expect(ends == ["a false"])
            await job.origin.waitUntil { $0.requestCount("/c.png") == 1 }
            #expect(await job.origin.waitUntil { $0.abortedCount("/a.png") == 1 })
            job.origin.release("/b.png")
            job.origin.release("/c.png")
            #expect(await until { ends.count == 3 })
            #expect(Set(ends) == ["a false", "b true", "c true"])
            #expect(view.pictures.count == 2)
        }

        @Test(.scenario("002-2"))
        func `a slot names what is loaded and what is set, so they never differ`()
            async throws
        {
            let job = try Job()
            job.origin.reply("/a.png", with: job.picture)
            job.origin.reply("/b.png", with: job.picture)
            let loader = view.loader(job.pipeline())
            // A button's own function for a state passes that slot; callers cannot pass another.
            loader.load(job.request("/a.png"), in: .highlighted)
            loader.load(job.request("/b.png"), in: ImageSlot(rawValue: "pressed"))
            #expect(await until { view.pictures.count == 2 })
            #expect(await until { !loader.isLoading(.highlighted) })
            #expect(await until { !loader.isLoading(ImageSlot(rawValue: "pressed")) })
            #expect(view.log.sorted() == ["highlighted:image", "pressed:image"])
            #expect(view.pictures[.image] == nil)
        }

        @Test(.scenario("002-16"))
        func `a view that dies during its load ends it, and is not called`()
            async throws
        {
            let job = try Job()
            job.origin.reply("/a.png", with: job.picture.stalling(after: 10))
            var ends = 0
            var dying: SceneView? = SceneView()
            weak let dead = dying
            var loader = dying.map { $0.loader(job.pipeline()) }
            loader?.load(job.request("/a.png")) { _ in ends += 1 }
            await job.origin.waitUntil { $0.requestCount("/a.png") == 1 }
            dying = nil
            #expect(dead == nil)
            loader = nil
            #expect(await job.origin.waitUntil { $0.abortedCount("/a.png") == 1 })
            #expect(ends == 0)
        }

        @Test(.scenario("002-19"))
        func `a picture in memory is set in the same turn, without a placeholder`()
            async throws
        {
            let job = try Job()
            job.origin.reply("/a.png", with: job.picture)
            let pipeline = job.pipeline()
            _ = try await pipeline.image(for: job.request("/a.png"))
            let loader = view.loader(pipeline)
            loader.load(job.request("/a.png"), as: plan)
            #expect(view.log == ["image:image"])
            loader.viewDisappeared(droppingPictures: true)
            loader.viewAppeared()
            #expect(view.log == ["image:image", "image:nothing", "image:image"])
            #expect(job.origin.requestCount("/a.png") == 1)
        }

        @Test(.scenario("002-19"))
        func `a view set again after memory pressure shows nothing else between`()
            async throws
        {
            let job = try Job()
            job.origin.reply("/a.png", with: job.picture)
            let trace = TraceObserver()
            let pressure = FedPressure()
            let memory = MemoryCache(maxBytes: 1 << 24, pressure: { pressure }, time: { .now })
            var pipeline = job.pipeline(observers: [trace])
            pipeline.memory = memory
            let loader = view.loader(pipeline)
            loader.load(job.request("/a.png"), as: plan)
            #expect(await until { view.log.last == "image:image" })
            pressure.tell(.full)
            #expect(await until { memory.usage.entryCount == 0 })
            trace.reset()
            let other = SceneView()
            let otherLoader = other.loader(pipeline)
            otherLoader.load(job.request("/a.png"), as: plan)
            loader.load(job.request("/a.png"), as: plan)
            // Synchronously: the first view still references the image that the cache evicted.
            #expect(other.log == ["image:image"])
            #expect(view.log == ["image:placeholder", "image:image"])
            #expect(!trace.trace.contains("disk"))
            #expect(job.origin.requestCount("/a.png") == 1)
        }

        /// Returns an animation of four frames that plays twice.
        private static func animation() throws -> ByteBlock {
            let frames = ListedFrames(
                (0..<4).map { Scene.noise(size: PixelSize(width: 12, height: 8), seed: $0) },
                durations: Array(repeating: .milliseconds(20), count: 4), loopCount: 2)
            let encoder = try #require(CodecList.installed.animatedEncoder(for: .apng))
            return try encoder.encode(frames, settings: EncodeSettings())
        }

        @Test(.scenario("002-37")) func `an animation with transform, indicator and transition`()
            async throws
        {
            let job = try Job()
            let bytes = try Self.animation()
            let reply = OriginReply(body: bytes.withUnsafeBytes { Array($0) })
            job.origin.reply("/a.png", with: reply.held(after: bytes.count / 2))
            let pipeline = job.pipeline()
            let loader = view.loader(pipeline)
            var plan = ImagePresentation(
                placeholder: .plain(), indicatorDelay: .zero, transition: .fade)
            plan.waitsForTransition = true
            var end: ImageResponse?
            loader.load(
                ImageRequest(job.origin.url("/a.png"), transforms: [.rotate(degrees: 90)]), as: plan
            ) { end = try? $0.get() }
            #expect(await until { view.indicators.count >= 2 })
            job.origin.release("/a.png")
            #expect(await until { end != nil })
            #expect(view.log == ["image:placeholder", "image:image"])
            #expect(view.transitions == [.fade])
            #expect(view.indicators.first == .busy)
            #expect(view.indicators.last == .hidden)

            let image = try #require(end?.image)
            let player = try #require(AnimationPlayer(image, from: pipeline))
            var shown: [Int] = []
            var sizes: Set<PixelSize> = []
            var loops: [Int] = []
            player.onFrame = { index, bitmap in
                shown.append(index)
                sizes.insert(bitmap.size)
            }
            player.onLoop = { loops.append($0) }
            player.play()
            #expect(await until { !player.isPlaying })
            #expect(shown.first == 0)
            #expect(shown.last == 3)
            #expect(loops.last == 2)
            #expect(sizes == [PixelSize(width: 8, height: 12)])
        }
    }

    extension Result {
        fileprivate var isSuccess: Bool {
            if case .success = self { true } else { false }
        }
    }
#endif
