import Testing

@testable import PictureGallery

struct ExifReaderTests {
    @Test func `a block is read as it was written`() throws {
        let reader = try #require(ExifReader(ExifBlock(PictureRecipe(2)).bytes))
        let fields = Dictionary(uniqueKeysWithValues: reader.fields.map { ($0.name, $0.value) })
        #expect(
            fields == [
                "Maker": "WebImage", "Camera": "Brush 3", "Taken": "2024:01:03 12:30:00",
                "Exposure": "1/240 s", "Aperture": "f/2.8", "ISO": "400",
                "Focal Length": "38.0 mm",
            ])
    }

    @Test func `damaged blocks are read as far as they go`() throws {
        let bytes = ExifBlock(PictureRecipe(5)).bytes
        let counts = bytes.indices.map { ExifReader(Array(bytes.prefix($0)))?.fields.count ?? 0 }
        let whole = ExifReader(bytes)?.fields.count ?? 0
        #expect(counts == counts.sorted() && counts.first == 0 && whole == 7)
        for at in bytes.indices {
            var damaged = bytes
            damaged[at] = 0xFF
            #expect(ExifReader(damaged)?.fields.count ?? 0 <= whole, "byte \(at)")
        }
        #expect(ExifReader(Array("PNG, not TIFF".utf8)) == nil)
    }
}

struct ByteTextTests {
    @Test(arguments: [(0, "0 bytes"), (999, "999 bytes"), (1500, "1.5 kB"), (2_340_000, "2.3 MB")])
    func `bytes are written in the unit that suits them`(count: Int, text: String) {
        #expect(ByteText.of(count) == text)
    }
}
