#if JPEG
    import TestSupport
    import Testing
    import WebImage
    import WebImageTesting

    /// The real peak memory of a process during many decodes.
    struct PeakMemoryTests {
        /// Decodes forty pictures of 48 MB on 16 threads: without a budget 768 MB and more.
        @Test func `many large decodes at once stay within the budget of the process`() async {
            // In a process of its own, since the peak is that of the process.
            await #expect(processExitsWith: .success) {
                let budget = 256 << 20
                let pipeline = try Self.pipeline(budget: budget)
                // The first load allocates memory that the process keeps.
                _ = try await pipeline.image(for: ImageRequest("http://origin.test/0"))
                let before = try PeakMemory.peak()
                try await withThrowingTaskGroup(of: Int.self) { group in
                    for index in 1...40 {
                        group.addTask {
                            let request = ImageRequest("http://origin.test/\(index)")
                            return try await pipeline.image(for: request).image.size.width
                        }
                    }
                    for try await width in group { #expect(width == 4000) }
                }
                let after = try PeakMemory.peak()
                // The allowance is for stacks of 16 threads, bytes of the file, and memory kept by
                // the allocator.
                #expect(after <= before + budget + 64 << 20, "\(before >> 20) \(after >> 20)")
            }
        }

        private static func pipeline(budget: Int) throws -> ImagePipeline {
            let bitmap = Bitmap(size: PixelSize(width: 4000, height: 3000), isOpaque: true)
            let bytes = try CodecList.installed.encoder(for: .jpeg).encode(
                bitmap, settings: EncodeSettings())
            return ImagePipeline(
                memory: MemoryCache(maxBytes: 0), disk: nil,
                loader: ScriptedLoader(bytes: bytes), codecs: .installed,
                limits: PipelineLimits(memoryBudget: budget), decodeThreads: 16)
        }
    }
#endif
