import TestSupport
import Testing
import WebImagePipeline
import WebImagePixels
import WebImageTransforms

/// `scale`.
struct ScaleTests {
    @Test(arguments: [
        (0.5, (61, 40), (30, 20)), (0.33, (300, 150), (99, 49)), (2, (3, 5), (6, 10)),
        (0.001, (3, 5), (1, 1)), (1, (7, 9), (7, 9)), (64, (2, 1), (128, 64)),
    ])
    func `sides are multiplied, and a part of a pixel is left out`(
        factor: Double, size: (Int, Int), expected: (Int, Int)
    ) throws {
        let scale = Scale(factor)
        let result = try scale.apply(to: .photograph(size.0, size.1))
        #expect(result.size == PixelSize(expected.0, expected.1))
        #expect(scale.resultSize(of: PixelSize(size.0, size.1)) == result.size)
    }

    @Test(arguments: [0, -1, 64.1, .infinity, .nan])
    func `a factor without sense is told`(factor: Double) {
        #expect(throws: TransformFailure.self) { try Scale(factor).apply(to: .photograph(4, 4)) }
    }
}
