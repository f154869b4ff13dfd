#if HTTP && PNG
    import Foundation
    import Testing
    import WebImage
    import WebImageTesting

    /// Images under memory pressure, and caches without a pipeline.
    struct CacheScenarioTests {
        @Test(.scenario("002-17"))
        func `an image that is still shown comes from memory after pressure`()
            async throws
        {
            let job = try Job()
            job.origin.reply("/a.png", with: job.picture)
            var pipeline = job.pipeline()
            let memory = MemoryCache(maxBytes: 1 << 24)
            pipeline.memory = memory
            let shown = try await pipeline.image(for: job.request("/a.png")).image
            memory.shrink()
            let again = try await pipeline.image(for: job.request("/a.png"))
            #expect(again.origin == .memory)
            #expect(again.image.handle === shown.handle)
        }

        @Test(.scenario("002-17"))
        func `a cache told not to look for released images leaves that to the disk`()
            async throws
        {
            let job = try Job()
            job.origin.reply("/a.png", with: job.picture)
            var pipeline = job.pipeline()
            let memory = MemoryCache(maxBytes: 1 << 24, findsReleased: false)
            pipeline.memory = memory
            let shown = try await pipeline.image(for: job.request("/a.png")).image
            memory.shrink()
            #expect(try await pipeline.image(for: job.request("/a.png")).origin == .disk)
            withExtendedLifetime(shown) {}
        }

        @Test(.scenario("002-18")) func `an image nobody holds is gone after pressure`()
            async throws
        {
            let job = try Job()
            job.origin.reply("/a.png", with: job.picture)
            var pipeline = job.pipeline()
            let memory = MemoryCache(maxBytes: 1 << 24)
            pipeline.memory = memory
            let gone = Glance(try await pipeline.image(for: job.request("/a.png")).image.handle)
            memory.shrink()
            #expect(await eventually { gone.handle == nil })
            #expect(try await pipeline.image(for: job.request("/a.png")).origin == .disk)
        }

        @Test(.scenario("002-35"))
        func `a memory cache stores, finds, forgets and clears by itself`() throws {
            let memory = MemoryCache(maxBytes: 1 << 20)
            let image = CachedImage(
                image: DecodedImage(poster: Bitmap(size: PixelSize(width: 4, height: 4))))
            memory.store(image, for: CacheKey("a"))
            memory.store(image, for: CacheKey("b"))
            #expect(memory.image(for: CacheKey("a"))?.image?.handle === image.image?.handle)
            memory.remove(CacheKey("a"))
            #expect(memory.image(for: CacheKey("a")) == nil)
            memory.removeAll()
            #expect(memory.image(for: CacheKey("b")) == nil)
        }

        @Test(.scenario("002-35")) func `a disk cache stores, finds, forgets and clears by itself`()
            throws
        {
            let job = try Job()
            let disk = DiskCache(folder: job.folder)
            let head = EntryHead(mediaType: "image/png", storedAt: Date(), userData: [1, 2])
            try disk.store(job.bytes, for: CacheKey("a"), head: head)
            try disk.store(job.bytes, for: CacheKey("b"), head: head)
            let found = try #require(try disk.reader(for: CacheKey("a")))
            #expect(
                found.bytes.withUnsafeBytes { Array($0) } == job.bytes.withUnsafeBytes { Array($0) }
            )
            #expect(found.head == head)
            #expect(try disk.usage().entryCount == 2)
            try disk.remove(CacheKey("a"))
            #expect(try disk.reader(for: CacheKey("a")) == nil)
            try disk.removeAll()
            #expect(try disk.reader(for: CacheKey("b")) == nil)
        }
    }

    /// A weak reference to an image.
    private struct Glance: Sendable {
        weak let handle: DecodedImage.Handle?
        init(_ handle: DecodedImage.Handle) { self.handle = handle }
    }
#endif
