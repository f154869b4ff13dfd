import Testing
import WebImagePixels
import WebImagePlaceholders

struct BlurHashTests {
    static let vectors: [(Int, Int, Int, Int, String)] = [
        (32, 24, 4, 3, "L$FsfQ71wwXAQKnka|jIb=j^fSfn"),
        (24, 32, 4, 3, "L$FscJ71wwbbQKnkb0e?b=fjfSfj"),
        (100, 40, 4, 3, "L$Fi_s6$wyShQIn*a}jZgbfRfRfR"),
        (7, 100, 4, 3, "L%GI~67eWmxuQJnSjtaNgef*fPf$"),
        (1, 1, 4, 3, "L~002YfZfZfZfZfZfZfZfZfZfZfZ"),
        (32, 24, 1, 1, "00FsfQ"),
        (1, 1, 1, 1, "00002Y"),
        (
            32, 24, 9, 9,
            "|$FsfQ71wwXAa}k8WnofWoQKnka|jIfRe:fQafjsb=j^fSfnfSfgfSfjfRn,a~jtfSfRfOfRfR"
                + "fRaejrfRfNfPfSfPfPfOofWpjufRfRfOfPfPfRaMjsfQfRfSfPfPfRfRoyWnjufRfRfPfQfPfP"
                + "aMjufRfSfSfPfQfPfP"
        ),
    ]

    @Test(arguments: vectors)
    func `a picture has the hash the reference gives it`(
        _ width: Int, _ height: Int, _ columns: Int, _ rows: Int, _ text: String
    ) {
        let hash = BlurHash(
            of: placeholderPicture(width, height),
            components: PixelSize(width: columns, height: rows))
        #expect(hash.text == text)
        #expect(BlurHash(text) == hash)
    }

    @Test func `the published example decodes as the reference decodes it`() throws {
        let bitmap = try #require(BlurHash("LEHV6nWB2yk8pyo0adR*.7kCMdnj"))
            .bitmap(PixelSize(width: 8, height: 6))
        let expected: [(Int, Int, SIMD4<Int>)] = [
            (0, 0, SIMD4(135, 164, 177, 255)), (7, 0, SIMD4(144, 167, 179, 255)),
            (4, 3, SIMD4(158, 125, 108, 255)), (0, 5, SIMD4(132, 144, 149, 255)),
            (7, 5, SIMD4(139, 143, 146, 255)),
        ]
        for (x, y, color) in expected {
            #expect(isClose(bitmap[x, y], color, tolerance: 1), "(\(x), \(y)): \(bitmap[x, y])")
        }
    }

    @Test(arguments: [
        "", "L", "LEHV6nWB2yk8pyo0adR*.7kCMdn", "LEHV6nWB2yk8pyo0adR*.7kCMdnjj",
        "LEHV6nWB2yk8pyo0adR*.7kCMdn\"", "~EHV6nWB2yk8pyo0adR*.7kCMdnj",
        "LE~~~~WB2yk8pyo0adR*.7kCMdnj", "LEHV6n~~2yk8pyo0adR*.7kCMdnj",
    ])
    func `other texts are no hash`(_ text: String) {
        #expect(BlurHash(text) == nil)
    }

    @Test func `what is transparent lies on white`() throws {
        let hash = BlurHash(of: Bitmap(size: PixelSize(width: 4, height: 4)))
        let bitmap = hash.bitmap(PixelSize(width: 2, height: 2))
        #expect(bitmap[1, 1] == SIMD4(255, 255, 255, 255))
    }
}
