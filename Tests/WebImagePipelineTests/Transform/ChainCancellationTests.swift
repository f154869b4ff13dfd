import TestSupport
import Testing
import WebImagePixels

@testable import WebImagePipeline

@Suite struct ChainCancellationTests {
    /// Cancels its task, then blurs.
    private struct CancelThenBlur: ImageTransform {
        var spelling: String { "cancelthenblur" }
        func apply(to bitmap: Bitmap) throws(TransformFailure) -> Bitmap {
            withUnsafeCurrentTask { $0?.cancel() }
            return bitmap.blurred(sigma: 5)
        }
    }

    @Test func `a cancelled chain returns no picture`() async throws {
        let source = Bitmap.flat(30, 40, SIMD4(1, 2, 3, 255))
        let image = DecodedImage(poster: source, metadata: ImageMetadata(size: source.size))
        let chain = TransformChain(transforms: [CancelThenBlur()])
        await #expect {
            try await Task { _ = try chain.run(image) }.value
        } throws: { error in
            if case .cancelled? = error as? ImageError { true } else { false }
        }
    }
}
