import TestSupport
import Testing
import WebImageCaching
import WebImageCoding
import WebImageLoading
import WebImagePipeline
import WebImagePixels
import WebImageRuntime
import WebImageTesting
import WebImageTransforms

/// The decoding of pictures within the pipeline's memory budget.
@Suite struct WorkBudgetTests {
    private static let megabyte = 1 << 20

    @Test func `two hundred decodes at once stay under a small budget, and all end`() async throws {
        let test = WeighedPipeline(work: 100 * Self.megabyte)
        let pipeline = test.pipeline
        let count = try await withThrowingTaskGroup(of: Int.self) { group in
            for index in 0..<200 {
                group.addTask {
                    let request = WeighedPipeline.request(width: index % 40 + 1, number: index)
                    return try await pipeline.image(for: request).image.size.height
                }
            }
            return try await group.reduce(0, +)
        }
        #expect(count == 200)
        #expect(test.decoder.peak <= 100 * Self.megabyte)
        #expect(await eventually { pipeline.memoryUsage.work.holderCount == 0 })
        #expect(pipeline.work == PipelineWork())
    }

    @Test func `as many go on at once as there is memory for`() async throws {
        let test = WeighedPipeline(work: 100 * Self.megabyte, isFrozen: true)
        let tasks = (0..<5).map { index in
            Task { [pipeline = test.pipeline] in
                try await pipeline.image(for: WeighedPipeline.request(width: 40, number: index))
            }
        }
        #expect(await eventually { test.pipeline.work.awaitingMemory == 3 })
        #expect(await eventually { test.decoder.running == 2 })
        test.decoder.thaw()
        for task in tasks { _ = try await task.value }
        #expect(test.decoder.peak == 80 * Self.megabyte)
    }

    @Test func `a picture larger than the budget, up to twice, is decoded alone`() async throws {
        let test = WeighedPipeline(work: 10 * Self.megabyte)
        let pipeline = test.pipeline
        try await withThrowingTaskGroup(of: Void.self) { group in
            for index in 0..<20 {
                group.addTask {
                    // The budget is 16 MB, of which decoding has 10.
                    let width = index % 4 == 0 ? 32 : 3
                    _ = try await pipeline.image(
                        for: WeighedPipeline.request(width: width, number: index))
                }
            }
            try await group.waitForAll()
        }
        #expect(test.decoder.peak == 32 * Self.megabyte)
    }

    @Test func `a picture of more than twice the budget is refused, and waits for nothing`() async {
        let test = WeighedPipeline(work: 10 * Self.megabyte, isFrozen: true)
        let holder = Task { [pipeline = test.pipeline] in
            try await pipeline.image(for: WeighedPipeline.request(width: 9))
        }
        #expect(await eventually { test.decoder.running == 1 })
        let failure = await Self.failure(of: WeighedPipeline.request(width: 33), in: test.pipeline)
        let reason =
            "the picture needs 34603008 bytes of memory, more than twice the 16777216 of "
            + "PipelineLimits.memoryBudget"
        guard case .decode(.limit(reason)) = failure else {
            return #expect(Bool(false), "\(String(describing: failure))")
        }
        #expect(test.pipeline.work.awaitingMemory == 0)
        test.decoder.thaw()
        _ = await holder.result
        #expect(test.decoder.widths == [9])
    }

    @Test func `with a larger budget a refused picture is made`() async throws {
        let test = WeighedPipeline(work: 10 * Self.megabyte)
        let request = WeighedPipeline.request(width: 33)
        #expect(await Self.failure(of: request, in: test.pipeline) != nil)
        test.pipeline.limitMemory(to: 17 * Self.megabyte)
        #expect(try await test.pipeline.image(for: request).image.size.width == 33)
    }

    @Test func `transforms and encodings of more than twice the budget are refused`() async throws {
        let test = WeighedPipeline(work: 10 * Self.megabyte)
        var request = WeighedPipeline.request(width: 1)
        // The source, and two pictures of 36 MB.
        request.transforms = [.pad(to: PixelSize(3000, 3000))]
        guard case .decode(.limit) = await Self.failure(of: request, in: test.pipeline) else {
            return #expect(Bool(false))
        }
        let image = DecodedImage(poster: Bitmap(size: PixelSize(width: 3000, height: 3000)))
        await #expect(throws: ImageError.self) { try await test.pipeline.encode(image, as: .bmp) }
        #expect(test.decoder.widths == [])
    }

    @Test func `a picture beyond the limits is refused by them, and waits for nothing`() async {
        var limits = DecodeLimits()
        limits.maxPixels = 30
        let test = WeighedPipeline(work: 10 * Self.megabyte, isFrozen: true, limits: limits)
        let holder = Task { [pipeline = test.pipeline] in
            try await pipeline.image(for: WeighedPipeline.request(width: 9))
        }
        #expect(await eventually { test.decoder.running == 1 })
        let failure = await Self.failure(of: WeighedPipeline.request(width: 31), in: test.pipeline)
        guard case .decode(.limit) = failure else {
            return #expect(Bool(false), "\(String(describing: failure))")
        }
        test.decoder.thaw()
        _ = await holder.result
    }

    @Test func `who waits for memory can be cancelled, by its control and by its time`() async {
        let test = WeighedPipeline(work: 10 * Self.megabyte, isFrozen: true)
        let pipeline = test.pipeline
        let holder = Task { try await pipeline.image(for: WeighedPipeline.request(width: 9)) }
        #expect(await eventually { test.decoder.running == 1 })
        var controlled = WeighedPipeline.request(width: 8)
        let control = LoadControl()
        controlled.control = control
        var timed = WeighedPipeline.request(width: 7)
        timed.timeout = .milliseconds(200)
        let (first, second) = (controlled, timed)
        async let cancelled = Self.failure(of: first, in: pipeline)
        async let late = Self.failure(of: second, in: pipeline)
        guard case .decode(.timedOut(.milliseconds(200))) = await late else {
            return #expect(Bool(false))
        }
        #expect(await eventually { pipeline.work.awaitingMemory == 1 })
        control.cancel()
        guard case .cancelled = await cancelled else { return #expect(Bool(false)) }
        #expect(await eventually { pipeline.work.awaitingMemory == 0 })
        test.decoder.thaw()
        _ = await holder.result
        #expect(test.decoder.widths == [9])
    }

    @Test func `who is suspended while it waits is passed over`() async throws {
        let test = WeighedPipeline(work: 10 * Self.megabyte, isFrozen: true)
        let pipeline = test.pipeline
        let holder = Task { try await pipeline.image(for: WeighedPipeline.request(width: 9)) }
        #expect(await eventually { test.decoder.running == 1 })
        var request = WeighedPipeline.request(width: 8)
        let control = LoadControl()
        request.control = control
        let sleepy = request
        let sleeper = Task { try await pipeline.image(for: sleepy) }
        #expect(await eventually { pipeline.work.awaitingMemory == 1 })
        let other = Task { try await pipeline.image(for: WeighedPipeline.request(width: 7)) }
        #expect(await eventually { pipeline.work.awaitingMemory == 2 })
        control.isSuspended = true
        test.decoder.thaw()
        _ = try await (holder.value, other.value)
        #expect(test.decoder.widths == [9, 7])
        control.isSuspended = false
        _ = try await sleeper.value
        #expect(test.decoder.widths == [9, 7, 8])
    }

    @Test func `who becomes keener while it waits is decoded first`() async throws {
        let test = WeighedPipeline(work: 10 * Self.megabyte, isFrozen: true)
        let pipeline = test.pipeline
        let holder = Task { try await pipeline.image(for: WeighedPipeline.request(width: 9)) }
        #expect(await eventually { test.decoder.running == 1 })
        let first = Task { try await pipeline.image(for: WeighedPipeline.request(width: 8)) }
        #expect(await eventually { pipeline.work.awaitingMemory == 1 })
        var request = WeighedPipeline.request(width: 7)
        let control = LoadControl()
        request.control = control
        let keen = request
        let second = Task { try await pipeline.image(for: keen) }
        #expect(await eventually { pipeline.work.awaitingMemory == 2 })
        control.priority = .high
        test.decoder.thaw()
        _ = try await (holder.value, first.value, second.value)
        #expect(test.decoder.widths == [9, 7, 8])
    }

    @Test func `observers hear who waits, and how long it was`() async throws {
        let test = WeighedPipeline(work: 10 * Self.megabyte, isFrozen: true)
        let pipeline = test.pipeline
        let holder = Task { try await pipeline.image(for: WeighedPipeline.request(width: 9)) }
        #expect(await eventually { test.decoder.running == 1 })
        let waiter = Task { try await pipeline.image(for: WeighedPipeline.request(width: 8)) }
        #expect(await eventually { pipeline.work.awaitingMemory == 1 })
        test.decoder.thaw()
        _ = try await (holder.value, waiter.value)
        let awaited = test.trace[0].events.compactMap { event in
            if case .memoryAwaited(_, let byteCount) = event { byteCount } else { nil }
        }
        #expect(awaited == [8 * Self.megabyte])
        let waits = test.trace[0].events.count { event in
            if case .measured(_, "budget", _) = event { true } else { false }
        }
        #expect(waits == 1)
    }

    @Test func `transforms count too, by the sizes they make`() async throws {
        let test = WeighedPipeline(work: 10 * Self.megabyte, isFrozen: true)
        let pipeline = test.pipeline
        let holder = Task { try await pipeline.image(for: WeighedPipeline.request(width: 9)) }
        #expect(await eventually { test.decoder.running == 1 })
        var request = WeighedPipeline.request(width: 1)
        request.transforms = [.pad(to: PixelSize(1000, 1000))]
        let padded = request
        let waiter = Task { try await pipeline.image(for: padded) }
        // Twice 4 MB, for one picture of 4 bytes.
        #expect(await eventually { pipeline.work.awaitingMemory == 1 })
        test.decoder.thaw()
        #expect(try await waiter.value.image.size.width == 1000)
        _ = try await holder.value
    }

    @Test func `encoding takes its turn among the others`() async throws {
        let test = WeighedPipeline(work: 10 * Self.megabyte, isFrozen: true)
        let pipeline = test.pipeline
        let holder = Task { try await pipeline.image(for: WeighedPipeline.request(width: 9)) }
        #expect(await eventually { test.decoder.running == 1 })
        let image = DecodedImage(poster: Bitmap(size: PixelSize(width: 1000, height: 1000)))
        let encoding = Task { try await pipeline.encode(image, as: .bmp) }
        #expect(await eventually { pipeline.work.awaitingMemory == 1 })
        test.decoder.thaw()
        #expect(try await encoding.value.count > 1_000_000)
        _ = try await holder.value
    }

    @Test func `with more memory those who wait go on`() async throws {
        let test = WeighedPipeline(work: 10 * Self.megabyte, isFrozen: true)
        let pipeline = test.pipeline
        let tasks = [9, 8].map { width in
            Task { try await pipeline.image(for: WeighedPipeline.request(width: width)) }
        }
        #expect(await eventually { pipeline.work.awaitingMemory == 1 })
        pipeline.limitMemory(to: 100 * Self.megabyte)
        #expect(await eventually { test.decoder.running == 2 })
        test.decoder.thaw()
        for task in tasks { _ = try await task.value }
    }

    private static func failure(
        of request: ImageRequest, in pipeline: ImagePipeline
    ) async -> ImageError? {
        do throws(ImageError) {
            _ = try await pipeline.image(for: request)
            return nil
        } catch {
            return error
        }
    }
}
