import Testing
import WebImageCaching
import WebImageLoading
import WebImagePixels
import WebImageTesting

@testable import WebImagePipeline

/// The loading of pictures that transforms need besides: their order, time and memory.
@Suite(.timeLimit(.minutes(1))) struct InputLoadTests {
    @Test func `the memory to scale a long second picture counts`() async throws {
        let test = InputPipeline()
        var demands: [Int] = []
        for width in [8, 8000] {
            let mark = ImageSource.data(TestPipeline.picture(width: width, height: 1))
            let request = ImageRequest(
                InputPipeline.main, transforms: [.composite(mark, scale: 0.5)])
            let transforms = try await test.test.pipeline.prepare(request).request.transforms
            let chain = TransformChain(transforms: transforms)
            demands.append(chain.byteCount(from: PixelSize(width: 12, height: 8)))
        }
        let scratch = Bitmap.scratchByteCount(of: PixelSize(width: 8000, height: 1))
        #expect(demands[1] > scratch && demands[0] < scratch)
    }
}
