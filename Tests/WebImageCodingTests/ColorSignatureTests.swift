import TestSupport
import Testing
import WebImagePixels

@Suite struct ColorSignatureTests {
    @Test func `a cell border inside a pixel splits it by area`() {
        // 4 pixels over 8 cells: each pixel fills two cells in each direction.
        var bitmap = Bitmap(size: PixelSize(width: 4, height: 1))
        bitmap[1, 0] = SIMD4(10, 20, 30, 255)
        let signature = ColorSignature(of: bitmap)
        #expect(signature.sig8x8[2] == [30, 20, 10, 255])
        #expect(signature.sig8x8[3] == [30, 20, 10, 255])
        #expect(signature.sig8x8[4] == [0, 0, 0, 0])
        #expect(signature.meanRGBA == [7.5, 5, 2.5, 63.75])
    }

    @Test func `a cell of one and a half pixels weighs them so`() {
        var bitmap = Bitmap(size: PixelSize(width: 12, height: 3))
        for y in 0..<3 { bitmap[1, y] = SIMD4(0, 0, 90, 255) }
        let signature = ColorSignature(of: bitmap)
        #expect(abs(signature.sig8x8[0][0] - 30) < 1e-9)
        #expect(abs(signature.sig8x8[1][0] - 30) < 1e-9)
        #expect(abs(signature.sig8x8[2][0]) < 1e-9)
    }

    @Test(.enabled(if: Corpus.isAvailable, "needs the corpus"))
    func `the corpus has files of every format`() {
        let formats = Set(Corpus.all.map(\.format))
        #expect(formats.isSuperset(of: ["jpeg", "png", "apng", "gif", "webp", "bmp", "ico"]))
        #expect(Corpus.all.filter { $0.expectation == .decodes }.allSatisfy { $0.dimsCheck != nil })
    }
}
