import Testing
import WebImageBytes
import WebImageColorimetry
import WebImagePixels

@testable import WebImageMetadata

/// The statements of files about light.
struct StatedLightTests {
    private func light(_ chunks: [[UInt8]], _ format: ImageFormat = .png) -> StatedLight {
        let start: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 13, 10, 26, 10]
        var file = EncodedImage(
            ByteBlock(copying: start + chunks.flatMap(\.self) + chunk("IDAT", [0])))
        file.format = format
        return StatedLight(of: file)
    }

    private func chunk(_ name: String, _ content: [UInt8]) -> [UInt8] {
        let body = Array(name.utf8) + content
        return MetadataFiles.big(content.count) + body
            + MetadataFiles.big(Int(CyclicCheck.crc32(of: body)))
    }

    private func content(_ maximum: UInt32, _ average: UInt32 = 0) -> [UInt8] {
        chunk(
            "cLLI", MetadataFiles.big(Int(maximum)) + MetadataFiles.big(Int(average)))
    }

    @Test(arguments: [ImageFormat.png, .apng])
    func `a PNG states its curve and light`(format: ImageFormat) {
        let found = light(
            [chunk("cICP", [9, 16, 0, 1]), content(4_000_0000, 203_4999)], format)
        #expect(found.curve == .pq && found.peak == 4000)
        #expect(found.content == ContentLight(maximum: 4000, average: 203))
    }

    @Test func `the first intact chunk of a kind counts`() {
        var damaged = content(100_0000)
        damaged[12] ^= 1
        let found = light([damaged, content(500_0000), content(.max)])
        #expect(found.content == ContentLight(maximum: 500) && found.peak == 500)
    }

    @Test(arguments: [UInt32.max, 0xFFFF_EC78, 0xFFFF_EC77])
    func `more light than other formats hold is limited`(number: UInt32) {
        #expect(
            light([content(number, number)]).content
                == ContentLight(maximum: 65_535, average: 65_535))
    }

    @Test func `no light is not stated`() {
        let found = light([content(0, 5)])
        #expect(found.content == nil && found.peak == nil && found.curve == nil)
    }
}
