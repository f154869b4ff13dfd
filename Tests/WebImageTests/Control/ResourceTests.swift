#if HTTP && PNG
    import Foundation
    import TestSupport
    import Testing
    import WebImage
    import WebImageTesting

    /// Thousands of loads, which must leave nothing behind in the process.
    struct ResourceTests {
        @Test func `after thousands of loads files, threads, work and memory are as before`() async
        {
            // In a process of its own, so that no other test opens files or starts threads.
            await #expect(processExitsWith: .success) {
                // The first loads create threads, pools and tables that the process keeps.
                for seed in 1...3 { try await LoadStorm(seed: UInt64(seed)).run(count: 200) }
                let before = try ProcessUsage.now()
                for seed in 4...8 { try await LoadStorm(seed: UInt64(seed)).run(count: 500) }
                // 13 kB a load: an allocator does not release all memory at once.
                let bound = before.residentBytes + 32 << 20
                // The threads of the last connections end when they are scheduled.
                let isAsBefore = await eventually {
                    guard let now = try? ProcessUsage.now() else { return false }
                    return now.descriptors.count <= before.descriptors.count
                        && now.threads <= before.threads + 4 && now.residentBytes <= bound
                }
                let after = try ProcessUsage.now()
                #expect(isAsBefore, "\(before) \(after)")
            }
        }
    }

    /// Loads of all kinds, many at once, in a pipeline with a transport of its own.
    private struct LoadStorm {
        let seed: UInt64

        func run(count: Int) async throws {
            let origin = try MoodyOrigin(seed: seed)
            let transport = try #require(ImagePipeline.makeTransport())
            let pipeline = Self.pipeline(transport, origin)
            await load(count, origin, pipeline)
            origin.calmDown()
            let isAtRest = await eventually { pipeline.work == PipelineWork() }
            #expect(isAtRest, "\(pipeline.work)")
            await pipeline.flush()
            await transport.shutdown()
            #expect(await origin.server.waitUntil { $0.openConnections == 0 })
            origin.server.shutdown()
        }

        private static func pipeline(
            _ transport: any HTTPTransport, _ origin: MoodyOrigin
        ) -> ImagePipeline {
            let limits = LoadLimits(idleTimeout: .milliseconds(60), maxTransfersPerHost: 16)
            var pipeline = ImagePipeline(
                transport: transport, memory: MemoryCache(maxBytes: 1 << 20),
                disk: DiskCache(folder: origin.folder), limits: PipelineLimits(load: limits))
            // Failed URLs are requested again.
            pipeline.failures = nil
            return pipeline
        }

        private func load(_ count: Int, _ origin: MoodyOrigin, _ pipeline: ImagePipeline) async {
            var numbers = SeededNumbers(seed: seed)
            await withTaskGroup(of: Void.self) { group in
                for index in 0..<count {
                    if index >= 40 { await group.next() }
                    let (number, kind) = (index % 4 + 1, Int.random(in: 0..<6, using: &numbers))
                    group.addTask { await Self.load(origin.url(number), kind, pipeline) }
                }
            }
        }

        /// Runs one load: to its end, cancelled early, controlled, or as a stream.
        private static func load(_ url: String, _ kind: Int, _ pipeline: ImagePipeline) async {
            var request = ImageRequest(url)
            if kind % 2 == 0 { request.bypassCaches() } else { request.cachePolicy = .refresh }
            let control = LoadControl()
            request.control = control
            let fixed = request
            switch kind {
            case 0, 1: _ = try? await pipeline.image(for: fixed)
            case 2:
                let task = Task { try await pipeline.image(for: fixed) }
                for _ in 0..<20 { await Task.yield() }
                task.cancel()
                _ = await task.result
            case 3:
                async let image = try? pipeline.image(for: fixed)
                for _ in 0..<20 { await Task.yield() }
                control.cancel()
                _ = await image
            case 4: for await _ in pipeline.updates(for: fixed) {}
            default: for await _ in pipeline.updates(for: fixed) { break }
            }
        }
    }

    /// The system resources of a process.
    struct ProcessUsage: CustomStringConvertible {
        /// The targets of the open descriptors, without timers: libdispatch creates one for each
        /// clock on first use, under load later than here, and keeps it.
        var descriptors: [String] = []
        var threads = 0
        var residentBytes = 0

        static func now() throws -> ProcessUsage {
            var usage = ProcessUsage()
            let folder = "/proc/self/fd"
            usage.descriptors = try FileManager.default.contentsOfDirectory(atPath: folder).map {
                (try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\($0)"))
                    ?? "closed"
            }
            usage.descriptors.removeAll { $0 == "anon_inode:[timerfd]" }
            let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
            for line in status.split(separator: "\n") {
                let words = line.split(whereSeparator: \.isWhitespace)
                guard words.count > 1, let number = Int(words[1]) else { continue }
                if words[0] == "Threads:" { usage.threads = number }
                if words[0] == "VmRSS:" { usage.residentBytes = number << 10 }
            }
            return usage
        }

        var description: String {
            "\(threads) threads, \(residentBytes >> 10) kB, files \(descriptors.sorted())"
        }
    }
#endif
