import Testing
import WebImageCaching
import WebImageRuntime
import WebImageTransforms

@Suite struct NearestNameTests {
    private static let formats = ["jpeg", "png", "apng", "gif", "webp", "avif"]

    @Test(arguments: [
        ("jpg", "jpeg"), ("jepg", "jpeg"), ("PNG", "png"), ("wepb", "webp"), ("gfi", "gif"),
        ("avfi", "avif"), ("ang", "png"),
    ])
    func `a slip finds the name that was meant`(_ slip: String, _ meant: String) {
        #expect(Self.formats.nearest(to: slip) == meant)
    }

    @Test(arguments: ["", "x", "tiff8", "bitmap", "jxl"])
    func `what looks like no name finds none`(_ text: String) {
        #expect(Self.formats.nearest(to: text) == nil)
    }

    @Test func `an endless name finds none`() {
        #expect(Self.formats.nearest(to: String(repeating: "a", count: 100_000)) == nil)
    }
}
