#if Metrics
    import Metrics
    import MetricsTestKit
    import Testing
    import WebImageCaching
    import WebImageLoading
    import WebImageMetrics
    import WebImageCoding
    import WebImagePipeline
    import WebImageTesting

    struct MetricsObserverTests {
        @Test func `loads are counted by how they end`() async throws {
            let metrics = TestMetrics()
            let loader = ScriptedLoader { request in
                throw LoadFailure(.status(404), "gone")
            }
            let pipeline = ImagePipeline(
                memory: MemoryCache(maxBytes: 1000), disk: nil, loader: loader,
                codecs: CodecList(decoders: [], encoders: []),
                observers: [MetricsObserver(factory: metrics)])
            for _ in 0..<3 { _ = try? await pipeline.image(for: "http://a/b") }
            let failures = try metrics.expectCounter("webimage_images", [("result", "load")])
            #expect(failures.totalValue == 3)
            let misses = try metrics.expectCounter(
                "webimage_cache_reads", [("cache", "memory"), ("result", "miss")])
            #expect(misses.totalValue == 3)
            let waits = try metrics.expectTimer("webimage_duration", [("stage", "image")])
            #expect(waits.values.count == 3)
        }

        @Test func `bytes and failed caches are counted`() throws {
            let metrics = TestMetrics()
            let observer = MetricsObserver(factory: metrics)
            let key = CacheKey("k")
            observer.observe(.loadEnded(key: key, byteCount: 70, error: nil))
            observer.observe(.loadEnded(key: key, byteCount: 30, error: nil))
            observer.observe(
                .cacheFailed(key: key, error: DiskError("cannot write", path: "/x", code: 28)))
            observer.observe(
                .damaged(key: key, damage: EntryDamage(path: "/x", reason: .body)))
            #expect(try metrics.expectCounter("webimage_cache_damaged_entries").totalValue == 1)
            #expect(try metrics.expectCounter("webimage_received_bytes").totalValue == 100)
            #expect(try metrics.expectCounter("webimage_cache_failures").totalValue == 1)
        }

        @Test func `what memory gave back is counted`() throws {
            let metrics = TestMetrics()
            let observer = MetricsObserver(factory: metrics)
            observer.observe(.memoryPressure(freedByteCount: 70, keptByteCount: 30))
            observer.observe(.memoryPressure(freedByteCount: 30, keptByteCount: 0))
            #expect(try metrics.expectCounter("webimage_memory_pressures").totalValue == 2)
            #expect(try metrics.expectCounter("webimage_memory_freed_bytes").totalValue == 100)
        }
    }
#endif
