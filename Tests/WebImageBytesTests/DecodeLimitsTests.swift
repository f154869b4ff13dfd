import Testing
import WebImageBytes
import WebImagePixels

@Suite struct DecodeLimitsTests {
    private let limits = DecodeLimits(maxPixels: 100, maxBytes: 700, maxFrames: 3)

    @Test func `the limits themselves pass`() throws {
        try limits.check(PixelSize(width: 10, height: 10), format: .bmp, bytesPerPixel: 7)
        try limits.check(frames: 3)
    }

    @Test(arguments: [
        (PixelSize(width: 101, height: 1), 1), (PixelSize(width: .max, height: .max), 1),
        (PixelSize(width: 10, height: 10), 8), (PixelSize(width: 10, height: 10), .max),
    ])
    func `one more is refused`(size: PixelSize, bytesPerPixel: Int) throws {
        let error = #expect(throws: CodecError.self) {
            try limits.check(size, format: .bmp, bytesPerPixel: bytesPerPixel)
        }
        guard case .limit = error else {
            Issue.record("expected a limit, found \(String(describing: error))")
            return
        }
    }

    @Test func `one frame more is refused`() {
        #expect(throws: CodecError.self) { try limits.check(frames: 4) }
    }

    @Test(arguments: [PixelSize(width: 0, height: 5), PixelSize(width: 5, height: -1)])
    func `a size without pixels is damage, not a limit`(size: PixelSize) {
        #expect(throws: CodecError.damaged(.bmp, "the header says a size of \(size)")) {
            try limits.check(size, format: .bmp)
        }
    }

    @Test(arguments: [(2, 10, true), (3, 10, false), (2, 11, false), (Int.max, 2, false)])
    func `the pixels of all frames are limited`(frames: Int, side: Int, fits: Bool) {
        let limits = DecodeLimits(maxAnimationPixels: 200)
        let size = PixelSize(width: side, height: 10)
        if fits {
            #expect(throws: Never.self) { try limits.check(frames: frames, of: size) }
        } else {
            let error = #expect(throws: CodecError.self) {
                try limits.check(frames: frames, of: size)
            }
            #expect("\(error as Any)".contains("more than the 200 allowed"))
        }
    }

    @Test(arguments: [(590, 88, 12_774), (1, 1, 65_535), (1, 1, 33)])
    func `a pixel has a few dozen samples at most`(width: Int, height: Int, samples: Int) {
        let size = PixelSize(width: width, height: height)
        let reason =
            "\(size) pixels of \(samples) samples, more than the 32 samples of a pixel allowed"
        #expect(throws: CodecError.limit(reason)) {
            try DecodeLimits().check(size, format: .tiff, samples: samples)
        }
        #expect(throws: Never.self) {
            try DecodeLimits().check(size, format: .tiff, samples: 32)
        }
    }

    @Test(arguments: [(8, 10_000, true), (9, 10_000, false), (32, 2_500, true), (32, 2_501, false)])
    func `samples × area has one limit, eight for each pixel allowed`(
        samples: Int, height: Int, fits: Bool
    ) {
        let size = PixelSize(width: 10_000, height: height)
        let limits = DecodeLimits(maxPixels: 100_000_000)
        let count = size.area * samples
        let reason =
            "\(size) pixels of \(samples) samples: \(count) samples, more than the 800000000 allowed"
        #expect(
            error { () throws(CodecError) in
                try limits.check(size, format: .tiff, samples: samples)
            } == (fits ? nil : .limit(reason)))
    }

    @Test(arguments: [(4, 2, true), (8, 1, true), (8, 2, false), (5, 2, false), (1, 2, true)])
    func `samples of all frames are counted by four for a pixel`(
        samples: Int, frames: Int, fits: Bool
    ) {
        let limits = DecodeLimits(maxAnimationPixels: 200)
        let refusal = error { () throws(CodecError) in
            let size = PixelSize(width: 10, height: 10)
            try limits.check(frames: frames, of: size, samples: samples)
        }
        #expect((refusal == nil) == fits)
    }

    private func error(of check: () throws(CodecError) -> Void) -> CodecError? {
        do throws(CodecError) {
            try check()
            return nil
        } catch {
            return error
        }
    }

    @Test func `no product of a header overflows`() {
        #expect(DecodeLimits.product() == 1)
        #expect(DecodeLimits.product(3, 4, 5) == 60)
        #expect(DecodeLimits.product(.max, 2) == .max)
        #expect(DecodeLimits.product(1 << 40, 1 << 40, 0) == 0)
        #expect(DecodeLimits(maxPixels: .max).maxSamples == .max)
    }

    @Test func `the defaults are the documented ones`() {
        let standard = DecodeLimits()
        #expect(standard.maxSamples == 800_000_000)
        #expect(DecodeLimits.maxSamplesPerPixel == 32)
        #expect(standard.maxPixels == 100_000_000)
        #expect(standard.maxBytes == 536_870_912)
        #expect(standard.maxFrames == 100_000)
        #expect(standard.maxAnimationPixels == 20_000_000_000)
    }
}
