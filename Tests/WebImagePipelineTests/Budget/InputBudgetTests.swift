import Testing
import WebImageCaching
import WebImageLoading
import WebImagePipeline
import WebImagePixels
import WebImageRuntime
import WebImageTesting

/// The memory of pictures that transforms need besides, while the first one is on its way.
@Suite(.timeLimit(.minutes(1))) struct InputBudgetTests {
    private static let byteCount = InputPipeline.markPicture().byteCount

    /// Returns a pipeline with memory for as many second pictures, which caches have.
    private static func pipeline(roomFor count: Int, cached: Int = 12) async throws -> InputPipeline
    {
        let test = InputPipeline(limits: PipelineLimits(memoryBudget: 8 * count * byteCount))
        for number in 0..<cached {
            _ = try await test.test.pipeline.image(for: InputPipeline.mark + "?\(number)")
        }
        test.test.loader.freeze()
        return test
    }

    private static func request(_ test: InputPipeline, _ number: Int, mark: Int? = nil)
        -> ImageRequest
    {
        test.request(
            InputPipeline.main + "?\(number)", InputPipeline.mark + "?\(mark ?? number)")
    }

    private static func begin(
        _ requests: [ImageRequest], in test: InputPipeline
    ) -> [Task<Void, any Error>] {
        requests.map { request in
            Task {
                let image = try await test.test.pipeline.image(for: request).image
                #expect(image.poster == InputPipeline.composed())
            }
        }
    }

    private static func forgetful(_ pipeline: ImagePipeline) -> ImagePipeline {
        var pipeline = pipeline
        pipeline.memory = MemoryCache(maxBytes: 0, findsReleased: false)
        return pipeline
    }

    @Test func `requests hold no more second pictures at once than there is memory for`()
        async throws
    {
        let test = try await Self.pipeline(roomFor: 2)
        let pipeline = test.test.pipeline
        let tasks = Self.begin((0..<12).map { Self.request(test, $0) }, in: test)
        #expect(await eventually { pipeline.memoryUsage.inputs.waitingCount == 10 })
        #expect(await eventually { pipeline.work.images == 2 })
        let usage = pipeline.memoryUsage.inputs
        #expect(usage.holderCount == 2 && usage.heldAmount == 2 * Self.byteCount)
        #expect(test.waits.count { $0 == Self.byteCount } == 10)
        test.test.loader.thaw()
        for task in tasks { try await task.value }
        #expect(await eventually { pipeline.memoryUsage.inputs.holderCount == 0 })
    }

    @Test func `requests of many second pictures without memory for one all end`() async throws {
        var limits = PipelineLimits(memoryBudget: 16)
        limits.load.maxTransfers = 3
        let test = InputPipeline(limits: limits)
        let pipeline = Self.forgetful(test.test.pipeline)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<12 {
                let marks = (0..<4).map { InputPipeline.mark + "?\((number + $0) % 16)" }
                let request = ImageRequest(
                    InputPipeline.main + "?\(number)",
                    transforms: marks.map { .composite($0, at: .northwest) })
                group.addTask {
                    let image = try await pipeline.image(for: request).image
                    #expect(image.poster == InputPipeline.composed())
                }
            }
            try await group.waitForAll()
        }
        #expect(await eventually { pipeline.work == PipelineWork() })
        #expect(await eventually { pipeline.memoryUsage.inputs.holderCount == 0 })
    }

    @Test func `requests that share a second picture hold it once`() async throws {
        let test = try await Self.pipeline(roomFor: 1)
        let pipeline = test.test.pipeline
        let first = Self.begin([Self.request(test, 0)], in: test)
        #expect(await eventually { pipeline.work.images == 1 })
        let others = Self.begin((1..<6).map { Self.request(test, $0, mark: 0) }, in: test)
        #expect(await eventually { pipeline.work.images == 6 })
        #expect(pipeline.memoryUsage.inputs.heldAmount == Self.byteCount)
        test.test.loader.thaw()
        for task in first + others { try await task.value }
    }

    @Test func `a suspended request lends the memory of its second picture`() async throws {
        let test = try await Self.pipeline(roomFor: 1)
        let (pipeline, loader) = (test.test.pipeline, test.test.loader)
        var controlled = Self.request(test, 0)
        let control = LoadControl()
        controlled.control = control
        let first = Self.begin([controlled], in: test)
        #expect(await eventually { pipeline.work.images == 1 })
        let second = Self.begin([Self.request(test, 1)], in: test)
        #expect(await eventually { pipeline.memoryUsage.inputs.waitingCount == 1 })
        control.isSuspended = true
        #expect(await eventually { pipeline.work.images == 2 })
        #expect(pipeline.memoryUsage.inputs.heldAmount == Self.byteCount)
        control.isSuspended = false
        #expect(pipeline.memoryUsage.inputs.heldAmount == 2 * Self.byteCount)
        loader.thaw()
        for task in first + second { try await task.value }
        #expect(await eventually { pipeline.memoryUsage.inputs.holderCount == 0 })
    }

    @Test func `a request that waits for memory can be cancelled`() async throws {
        let test = try await Self.pipeline(roomFor: 1)
        let pipeline = test.test.pipeline
        let first = Self.begin([Self.request(test, 0)], in: test)
        #expect(await eventually { pipeline.memoryUsage.inputs.holderCount == 1 })
        let second = Self.begin([Self.request(test, 1)], in: test)
        #expect(await eventually { pipeline.memoryUsage.inputs.waitingCount == 1 })
        second[0].cancel()
        let error = await #expect(throws: ImageError.self) { try await second[0].value }
        #expect(error?.stage == "cancelled")
        #expect(pipeline.memoryUsage.inputs.waitingCount == 0)
        test.test.loader.thaw()
        try await first[0].value
    }

    @Test func `a prepared request that the program keeps holds up no other`() async throws {
        let test = try await Self.pipeline(roomFor: 1)
        let pipeline = test.test.pipeline
        let prepared = try await pipeline.prepare(Self.request(test, 0))
        #expect(pipeline.memoryUsage.inputs.holderCount == 0)
        test.test.loader.thaw()
        for task in Self.begin([Self.request(test, 1)], in: test) { try await task.value }
        #expect(try await pipeline.image(for: prepared).image.poster == InputPipeline.composed())
    }

    @Test func `a load inside of a load waits for no memory of the outer one`() async throws {
        let test = try await Self.pipeline(roomFor: 1)
        test.test.loader.thaw()
        var pipeline = test.test.pipeline
        pipeline.interceptors = [
            Nesting(pipeline: test.test.pipeline, request: Self.request(test, 1))
        ]
        let image = try await pipeline.image(for: Self.request(test, 0)).image
        #expect(image.poster == InputPipeline.composed())
    }
}

/// An interceptor that loads another image before a first picture.
private struct Nesting: LoadInterceptor {
    let pipeline: ImagePipeline
    let request: ImageRequest
    let identity = "nesting"

    func intercept(_ request: LoadRequest, next: NextLoad) async throws -> LoadedBody {
        if request.text.hasPrefix(InputPipeline.main) {
            _ = try await pipeline.image(for: self.request)
        }
        return try await next(request)
    }
}
