import Testing
import WebImageBytes
import WebImagePixels

@testable import WebImageSizing

/// The memory of results, and their limits.
@Suite struct TargetSizingDemandTests {
    private func demand(
        _ rule: String, of size: PixelSize, turns: Bool = false
    ) throws -> (size: PixelSize, copies: Int) {
        Downsampling(try TargetSizing(rule))
            .demand(of: MemoryDemand(size: size, byteCount: 1, turns: turns), isVector: false)
    }

    @Test(
        arguments: [
            ("fit:30x30", 30, 15, 1), ("fit,max:400", 40, 20, 2), ("fit:80x,enlarge", 80, 40, 2),
            ("fit:80x80,extend", 80, 80, 2), ("fit,pad:1:2:3:4", 46, 24, 2),
            // The pixels are asked for a part of the scaled picture, which is larger than the
            // result.
            ("fill:10x10,at:smart", 20, 10, 2), ("fit:4x,crop:8x8@smart", 20, 10, 2),
        ])
    func `the canvas and enlarged pictures count`(
        _ rule: String, _ width: Int, _ height: Int, _ copies: Int
    ) throws {
        let found = try demand(rule, of: PixelSize(40, 20))
        #expect(found.size == PixelSize(width, height))
        #expect(found.copies == copies)
    }

    @Test func `of a picture that may be turned the larger result counts`() throws {
        let rule = "fit:10x,min:x100"
        #expect(try demand(rule, of: PixelSize(40, 20)).size == PixelSize(10, 100))
        #expect(
            try demand("fit:30x,max:99", of: PixelSize(20, 40), turns: true).size
                == PixelSize(20, 40))
        #expect(
            try demand("fit:30x,max:99", of: PixelSize(40, 20), turns: true).size
                == PixelSize(20, 40))
    }

    @Test(
        arguments: [
            ("fit:80x,enlarge", 3199, false), ("fit:80x,enlarge", 3200, true),
            ("fit,pad:0:1:0:0", 819, false), ("fit,pad:0:1:0:0", 820, true),
            ("fill:10x10,at:smart", 199, false), ("fill:10x10,at:smart", 200, true),
        ])
    func `results beyond the limit of pixels are refused`(
        _ rule: String, _ maxPixels: Int, _ isAllowed: Bool
    ) throws {
        let downsampling = Downsampling(try TargetSizing(rule))
        let metadata = ImageMetadata(size: PixelSize(40, 20))
        let isFound =
            (try? downsampling.check(metadata, DecodeLimits(maxPixels: maxPixels))) != nil
        #expect(isFound == isAllowed)
    }
}
