import TestSupport
import Testing
import WebImagePipeline
import WebImagePixels
import WebImageTesting
import WebImageTransforms

/// The library's transforms as values of one type.
struct BuiltInTransformTests {
    @Test func `an existential holds every built-in transform without an allocation of its own`() {
        #expect(MemoryLayout<BuiltInTransform>.size <= 3 * MemoryLayout<Int>.size)
        #expect(MemoryLayout<BuiltInTransform>.alignment <= MemoryLayout<Int>.alignment)
    }

    @Test(arguments: 0..<50)
    func `two built-in transforms are equal if and only if their spellings are`(
        _ seed: UInt64
    ) throws {
        var random = RandomTransforms(state: seed &* 0x9E37_79B9_7F4A_7C15 | 1)
        let transforms =
            random.transforms() + random.transforms(side: 3) + random.transforms()
            + random.overlays() + random.overlays()
        for one in transforms {
            for other in transforms {
                #expect((one == other) == (one.spelling == other.spelling))
            }
            let copy = try #require(
                try Vocabulary.withInputs.read(one.spelling) as? BuiltInTransform)
            #expect(copy == one && copy.hashValue == one.hashValue)
            #expect(one.spelling == one.spelling)
        }
    }

    @Test(arguments: [
        "rotate(0)", "rotate(360)", "rotate(-720)", "blur(0)", "sharpen(0)", "pixelate(1)",
        "brightness(0)", "contrast(1)", "saturation(1)", "sepia(0)",
        "sized(fit)", "sized(auto,effects:blur(0))",
    ])
    func `a transform knows that it changes nothing`(spelling: String) throws {
        let transform = try #require(
            try Vocabulary.standard.read(spelling) as? BuiltInTransform)
        #expect(transform.isIdentity)
        let picture = Scene.transparency(size: PixelSize(20, 10))
        #expect(try transform.apply(to: picture) == picture)
    }

    @Test(arguments: 0..<50)
    func `a transform that is no identity may change pixels`(_ seed: UInt64) throws {
        var random = RandomTransforms(state: seed &* 0x9E37_79B9_7F4A_7C15 | 1)
        let picture = Scene.transparency(size: PixelSize(20, 10))
        for transform in random.transforms() + random.transforms(side: 3)
        where transform.isIdentity {
            #expect(try transform.apply(to: picture) == picture, "\(transform.spelling)")
        }
    }

    @Test(
        arguments: [
            (.pad(to: PixelSize(30, 5)), PixelSize(30, 20)),
            (.resize(to: PixelSize(5, 5), fit: .stretch), PixelSize(5, 5)),
            (.rotate(degrees: 90), PixelSize(20, 10)), (.blur(2), PixelSize(10, 20)),
        ] as [(BuiltInTransform, PixelSize)])
    func `the size of a result is told before it is made`(
        _ transform: BuiltInTransform, _ size: PixelSize
    ) throws {
        #expect(transform.resultSize(of: PixelSize(10, 20)) == size)
        #expect(try transform.apply(to: .flat(10, 20, Pixel(1, 2, 3, 255))).size == size)
    }
}
