import TestSupport
import Testing
import WebImageCaching
import WebImageCoding
import WebImagePipeline
import WebImageRuntime
import WebImageTesting

/// The division of a memory budget.
struct MemorySharesTests {
    @Test func `bodies have no more than keeps the decoders busy`() {
        let (gigabyte, megabyte) = (1 << 30, 1 << 20)
        let picture = TestPipeline.picture()
        for (threads, bodies) in [(1, 24), (4, 32), (16, 128)] {
            let pipeline = ImagePipeline(
                memory: MemoryCache(maxBytes: 0), disk: nil, loader: ScriptedLoader(bytes: picture),
                codecs: CodecList(decoders: []),
                limits: PipelineLimits(memoryBudget: 8 * gigabyte), decodeThreads: threads)
            #expect(pipeline.memoryUsage.bodies.capacity == bodies * megabyte)
            #expect(pipeline.memoryUsage.work.capacity == 7 * gigabyte - bodies * megabyte)
            pipeline.limitMemory(to: 64 * megabyte)
            #expect(pipeline.memoryUsage.bodies.capacity == 16 * megabyte)
            #expect(pipeline.memoryUsage.work.capacity == 40 * megabyte)
        }
    }
}
