import Testing
import WebImageCaching
import WebImagePipeline
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
}
