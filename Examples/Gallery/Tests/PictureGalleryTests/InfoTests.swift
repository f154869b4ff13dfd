import Testing

@testable import PictureGallery

struct PictureFactsTests {
    @Test func `a photograph's properties are told with their units`() {
        let facts = PictureFacts.photograph(ExifBlock(PictureRecipe(2)).bytes)
        let texts = Dictionary(uniqueKeysWithValues: facts.map { ($0.title, $0.value) })
        #expect(
            texts == [
                "Maker": "WebImage", "Camera": "Brush 3", "Taken": "2024:01:03 12:30:00",
                "Exposure": "1/240 s", "Aperture": "f/2.8", "ISO": "400",
                "Focal Length": "38 mm",
            ])
        #expect(PictureFacts.photograph(Array("PNG, not TIFF".utf8)).isEmpty)
    }
}

struct ByteTextTests {
    @Test(arguments: [(0, "0 bytes"), (999, "999 bytes"), (1500, "1.5 kB"), (2_340_000, "2.3 MB")])
    func `bytes are written in the unit that suits them`(count: Int, text: String) {
        #expect(ByteText.of(count) == text)
    }
}
