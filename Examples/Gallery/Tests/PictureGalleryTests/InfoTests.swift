import Testing
import WebImage

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

    private static let size = PixelSize(8, 8)

    private func samples(
        _ format: SampleFormat, bits: Int = 16, shown: Double = 1, stored: Int? = nil,
        colorName: String? = nil, _ describe: (inout ImageMetadata) -> Void = { _ in }
    ) -> [String] {
        var bitmap = Bitmap(size: Self.size, as: format)
        (bitmap.significantBits, bitmap.headroom) = (bits, shown)
        var metadata = ImageMetadata(size: Self.size)
        describe(&metadata)
        let image = DecodedImage(poster: bitmap, metadata: metadata)
        return PictureFacts.samples(of: image, storedBits: stored, colorName: colorName)
            .map { "\($0.title): \($0.value)" }
    }

    @Test func `the depth is that of the pixels and of the file`() {
        #expect(samples(.bgra8) == ["Depth: 8 bits a sample"])
        #expect(samples(.bgra8, stored: 8) == ["Depth: 8 bits a sample"])
        #expect(samples(.bgra8, stored: 16) == ["Depth: 16 bits a sample, shown as 8"])
        #expect(samples(.rgba16, bits: 10) == ["Depth: 10 bits a sample"])
        #expect(samples(.rgba16, bits: 12, stored: 12) == ["Depth: 12 bits a sample"])
        #expect(samples(.rgbaHalf) == ["Depth: Half floats"])
        #expect(
            samples(.rgbaHalf, stored: 16) == ["Depth: 16 bits a sample, shown as half floats"])
    }

    @Test func `colours are named by the profile, or else by code points`() {
        #expect(samples(.bgra8, colorName: "BT.2020").last == "Colours: BT.2020")
        let profile = samples(.bgra8, colorName: "BT.2020") {
            $0.profileDescription = "Display P3"
        }
        #expect(profile.last == "Colours: Display P3")
    }

    @Test func `light above white is told with what is shown of it`() {
        let mapped = samples(.bgra8) {
            ($0.isHighDynamicRange, $0.headroom) = (true, 4.926)
        }
        #expect(mapped.last == "Light: HDR, up to 4.9 × white, shown as SDR")
        let unknown = samples(.bgra8) { $0.isHighDynamicRange = true }
        #expect(unknown.last == "Light: HDR, shown as SDR")
        let light = samples(.rgbaHalf, shown: 4) {
            ($0.isHighDynamicRange, $0.headroom) = (true, 4)
        }
        #expect(light.last == "Light: HDR, up to 4.0 × white, shown up to 4.0 × white")
    }
}

struct ByteTextTests {
    @Test(arguments: [(0, "0 bytes"), (999, "999 bytes"), (1500, "1.5 kB"), (2_340_000, "2.3 MB")])
    func `bytes are written in the unit that suits them`(count: Int, text: String) {
        #expect(ByteText.of(count) == text)
    }
}
