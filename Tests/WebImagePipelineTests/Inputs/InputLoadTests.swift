import TestSupport
import Testing
import WebImageCaching
import WebImageCoding
import WebImageLoading
import WebImagePixels
import WebImagePrefetch
import WebImageTesting
import WebImageTransforms

@testable import WebImagePipeline

/// The loading of pictures that transforms need besides: their order, time and memory.
@Suite(.timeLimit(.minutes(1))) struct InputLoadTests {
    private static let marks = (1...3).map { InputPipeline.mark + "?\($0)" }

    private static func request(_ marks: [any ImageRequestConvertible]) -> ImageRequest {
        ImageRequest(
            InputPipeline.main,
            transforms: marks.map { BuiltInTransform.composite($0.imageRequest, at: .northwest) })
    }

    private static func failure(
        of request: ImageRequest, in test: InputPipeline
    ) async -> ImageError? {
        do throws(ImageError) {
            _ = try await test.test.pipeline.image(for: request)
            return nil
        } catch {
            return error
        }
    }

    @Test func `the second pictures of a request are loaded at the same time`() async throws {
        let test = InputPipeline(isFrozen: true)
        async let response = test.test.pipeline.image(for: Self.request(Self.marks))
        #expect(await eventually { test.test.loader.loadCount == 3 })
        test.test.loader.thaw()
        #expect(try await response.image.poster == InputPipeline.composed())
        #expect(Set(test.urls.dropLast()) == Set(Self.marks) && test.urls.count == 4)
    }

    @Test func `the failure that comes first is that of the request`() async throws {
        let test = InputPipeline(isFrozen: true)
        let broken = ImageSource.data(ByteBlock(copying: [1, 2, 3]))
        let missing = "http://origin.test/none.bmp"
        async let first = Self.failure(of: Self.request([missing, broken]), in: test)
        async let second = Self.failure(of: Self.request([Self.marks[0], broken]), in: test)
        // The broken bytes are loaded once for both.
        let isLoading = await eventually { test.test.loader.loadCount == 3 }
        #expect(isLoading, "\(test.test.loader.loadCount) loads")
        test.test.loader.thaw()
        // Both of its pictures fail, in no certain order.
        switch await first {
        case .input("composite", .load(let failure)): #expect(failure.status == 404)
        case .input("composite", .decode): break
        case let other: Issue.record("\(String(describing: other))")
        }
        let error = await second
        guard case .input("composite", .decode)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }

    @Test func `a cancelled request cancels all of its second pictures`() async throws {
        let test = InputPipeline(isFrozen: true)
        let task = Task { await Self.failure(of: Self.request(Self.marks), in: test) }
        #expect(await eventually { test.test.loader.loadCount == 3 })
        task.cancel()
        #expect(await task.value?.stage == "cancelled")
        #expect(await eventually { test.test.loader.cancelCount == 3 })
        #expect(await eventually { test.test.pipeline.work == PipelineWork() })
    }

    @Test func `a failure cancels the second pictures behind it`() async throws {
        let test = InputPipeline()
        let request = Self.request(["http://origin.test/broken.bmp", Self.marks[0]])
        #expect(await Self.failure(of: request, in: test)?.stage == "decode")
        test.test.loader.freeze()
        guard case .input("composite", .remembered)? = await Self.failure(of: request, in: test)
        else {
            Issue.record("the failure is not remembered")
            return
        }
        #expect(await eventually { test.test.pipeline.work == PipelineWork() })
    }

    @Test func `the time of a request is one for all of its second pictures`() async throws {
        let test = InputPipeline(isFrozen: true)
        let pipeline = test.test.pipeline
        var request = Self.request(Self.marks)
        request.timeout = .zero
        let (timed, outcome) = (request, Locked<PrefetchOutcome?>(nil))
        let failures = [
            await #expect(throws: ImageError.self) { try await pipeline.image(for: timed) },
            await #expect(throws: ImageError.self) {
                try await pipeline.store(InputPipeline.mainBytes, for: timed)
            },
        ]
        let batch = pipeline.prefetch([timed]) { _, ended in outcome.change { $0 = ended } }
        await batch.end()
        guard case .failed(let prefetched)? = outcome.value else {
            Issue.record("\(String(describing: outcome.value))")
            return
        }
        // Not the failure of an input, whose own time would begin with its load.
        for error in failures + [prefetched] {
            guard case .load(let failure)? = error else {
                Issue.record("\(String(describing: error))")
                continue
            }
            #expect(failure.kind == .timedOut)
        }
        #expect(test.test.loader.loadCount == 0)
    }

    @Test func `observers are told once that a request failed with its second picture`()
        async throws
    {
        let missing = "http://origin.test/none.bmp"
        for (main, mark) in [(InputPipeline.main, missing), (missing, InputPipeline.mark)] {
            let test = InputPipeline()
            let pipeline = test.test.pipeline
            let error = await Self.failure(of: test.request(main, mark), in: test)
            #expect(error?.status == 404)
            let input = try await pipeline.prepare(mark).imageKey
            let failures = test.failures.filter { $0 != input }
            let prepared = try await pipeline.prepare(test.request(main, mark))
            #expect(failures == [prepared.imageKey])
            guard mark == missing else { continue }
            #expect(test.failures.count == 2)
            for await _ in pipeline.updates(for: test.request(main, mark)) {}
            await pipeline.prefetch([test.request(main, mark)]).end()
            #expect(test.failures.count { $0 == prepared.imageKey } == 2)
            #expect(test.failures.count { $0 == prepared.dataKey } == 1)
        }
    }

    @Test func `the memory to scale a long second picture counts`() async throws {
        let test = InputPipeline()
        var demands: [Int] = []
        for width in [8, 8000] {
            let mark = ImageSource.data(TestPipeline.picture(width: width, height: 1))
            let request = ImageRequest(
                InputPipeline.main, transforms: [.composite(mark, scale: 0.5)])
            let pipeline = test.test.pipeline
            let resolved = try await pipeline.stages.inputs.resolve(pipeline.prepare(request))
            let transforms = resolved.request.transforms
            let chain = TransformChain(transforms: transforms)
            demands.append(chain.byteCount(from: PixelSize(width: 12, height: 8), as: .bgra8))
        }
        let scratch = Bitmap.scratchByteCount(of: PixelSize(width: 8000, height: 1))
        #expect(demands[1] > scratch && demands[0] < scratch)
    }
}
