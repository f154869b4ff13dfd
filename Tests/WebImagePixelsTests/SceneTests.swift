import TestSupport
import Testing
import WebImagePixels

@testable import WebImageComparison

@Suite struct SceneTests {
    static let size = PixelSize(width: 40, height: 30)

    @Test func `a photograph is opaque and full of contrast`() {
        let pixels = Scene.photograph(size: Self.size).allPixels
        #expect(pixels.allSatisfy { $0.w == 255 })
        #expect((pixels.map(\.y).max() ?? 0) > 220 && (pixels.map(\.y).min() ?? 255) < 100)
    }

    @Test func `a transparent scene has clear, translucent and opaque pixels`() {
        let pixels = Scene.transparency(size: Self.size).allPixels
        #expect(pixels.allSatisfy { $0.max() == $0.w })
        #expect(pixels.contains { $0.w == 0 } && pixels.contains { $0.w == 255 })
        #expect(pixels.contains { $0.w > 50 && $0.w < 200 })
    }

    @Test func `a seed makes the same noise again, another seed other noise`() {
        let noise = Scene.noise(size: Self.size, seed: 1)
        #expect(noise == Scene.noise(size: Self.size, seed: 1))
        #expect(noise != Scene.noise(size: Self.size, seed: 2))
    }

    @Test(arguments: Scene.Motif.allCases)
    func `a motif is opaque, the same again, and other with another seed`(motif: Scene.Motif) {
        let pictures = [1, 1, 2].map { seed in
            motif.picture(size: Self.size, palette: Scene.Palette.all[0], seed: seed)
        }
        #expect(pictures[0].allPixels.allSatisfy { $0.w == 255 })
        #expect(pictures[0] == pictures[1] && pictures[0] != pictures[2])
    }

    @Test func `noise stays between 0 and 1, and neighbours are alike`() {
        let noise = Lattice(seed: 9)
        for step in 0..<400 {
            let place = Float(step) * 0.37
            let value = noise.smooth(place, 150 - place)
            #expect((0...1).contains(value))
            #expect(abs(value - noise.smooth(place + 0.001, 150 - place)) < 0.05)
        }
    }

    @Test func `equal pictures compare as equal`() {
        let picture = Scene.photograph(size: Self.size)
        let same = ImageComparison(picture, picture)
        #expect(same.maximum == 0 && same.mean == 0 && same.psnr == .infinity)
        #expect(abs(same.ssim - 1) < 1e-9)
    }

    @Test func `one changed channel is measured`() {
        let black = Bitmap(size: PixelSize(width: 5, height: 2))
        var changed = black
        changed[0, 0] = SIMD4(0, 40, 0, 0)
        let difference = ImageComparison(black, changed)
        #expect(difference.maximum == 40)
        #expect(difference.mean == 1)
        #expect(abs(difference.psnr - 32.1) < 0.05)
        #expect(difference.ssim < 0.9)
    }
}
