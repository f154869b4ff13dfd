import TestSupport
import Testing
import WebImageCaching
import WebImageCoding
import WebImageLoading
import WebImagePipeline
import WebImageTesting

/// Pipelines whose disk cache fails.
enum UnluckyPipeline {
    static let url: ImageRequest = "http://origin.test/a.bmp"

    /// Returns a pipeline that caches on disk only.
    static func make(_ disk: any DataCache, side: Int = 100) -> TestPipeline {
        var test = TestPipeline(bytes: TestPipeline.picture(width: side, height: side))
        test.pipeline.memory = MemoryCache(maxBytes: 0, findsReleased: false)
        test.pipeline.disk = disk
        return test
    }

    /// Loads while nothing can be stored, then again after `repair`.
    static func expectLoads(
        _ test: TestPipeline, because reason: String, thenAfter repair: () throws -> Void
    ) async throws {
        for _ in 0..<2 {
            let origin = try await test.pipeline.image(for: url).origin
            #expect(origin == .network)
        }
        #expect(!test.trace.complaints.isEmpty)
        #expect(test.trace.complaints.allSatisfy { $0.contains(reason) })
        try repair()
        test.trace.reset()
        let stored = try await test.pipeline.image(for: url).origin
        #expect(stored == .network)
        let kept = try await test.pipeline.image(for: url).origin
        #expect(kept == .disk)
        #expect(test.trace.complaints.isEmpty)
    }
}
