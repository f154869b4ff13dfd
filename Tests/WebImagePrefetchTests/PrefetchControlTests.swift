import TestSupport
import Testing
import WebImageCaching
import WebImageLoading
import WebImagePipeline
import WebImagePrefetch
import WebImageRuntime
import WebImageTesting

/// Batches whose requests are controlled from outside.
struct PrefetchControlTests {
    @Test func `a batch ends when a control cancels its requests`() async {
        let test = TestPipeline(isFrozen: true)
        let control = LoadControl()
        let requests = (0..<3).map { index in
            var request = ImageRequest("http://origin.test/\(index).bmp")
            request.control = control
            return request
        }
        let batch = test.pipeline.prefetch(requests)
        #expect(await eventually { test.loader.loadCount == 3 })
        control.cancel()
        let progress = await batch.end()
        #expect((progress.done, progress.failed, progress.cancelled) == (0, 0, 3))
        #expect(progress.isEnded)
        #expect(await eventually { test.loader.cancelCount == 3 })
        #expect(test.folder.files.isEmpty)
    }

    @Test func `two batches leave a visible load of their host a slot`() async throws {
        let test = TestPipeline(isFrozen: true)
        let pipeline = test.pipeline
        let batches = (0..<2).map { batch in
            pipeline.prefetch((0..<4).map { "http://origin.test/\(batch)\($0).bmp" })
        }
        #expect(await eventually { pipeline.work.admitted + pipeline.work.queued == 8 })
        #expect(test.loader.loadCount < LoadLimits().maxTransfersPerHost)
        var request = ImageRequest("http://origin.test/seen.bmp")
        request.priority = .high
        async let response = pipeline.image(for: request)
        #expect(await eventually { pipeline.work.admitted + pipeline.work.queued == 9 })
        #expect(await eventually { test.loader.loadCount == 6 })
        #expect(pipeline.waitingTransferCount(.high) == 0)
        test.loader.thaw()
        _ = try await response
        for batch in batches { #expect(await batch.end().done == 4) }
    }
}
