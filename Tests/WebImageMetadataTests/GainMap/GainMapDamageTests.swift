import Testing
import WebImageBytes
import WebImagePixels

@testable import WebImageMetadata

@Suite("Damaged files with gain maps") struct GainMapDamageTests {
    /// Reads the map of a file; the file of a map is a part of it, or a copy.
    private func read(_ bytes: [UInt8], _ format: ImageFormat) -> EncodedImage {
        var image = EncodedImage(ByteBlock(copying: bytes))
        image.format = format
        _ = GainMapReading(of: image, size: PixelSize(width: 64, height: 32), exif: nil)
        #expect((GainMapReading.file(of: image)?.bytes.count ?? 0) <= bytes.count)
        return image
    }

    /// Removes the map of a file, and joins the file to itself.
    private func change(_ image: EncodedImage, _ format: ImageFormat) {
        for policy in [MetadataPolicy.drop, .dropLocation] {
            #expect(throws: Never.self) { try MetadataRemoval(policy).file(of: image) }
        }
        #expect(throws: Never.self) { try GainMapRemoval.file(of: image) }
        // The file of an encoder is never damaged, and no other one ends the process.
        if let writer = GainMapWriter(GainMapWriterTests.map, format: format) {
            _ = try? writer.joined(base: image.bytes, map: image.bytes)
        }
    }

    @Test(arguments: [ImageFormat.jpeg, .avif, .jxl])
    func `every truncation is read or refused`(format: ImageFormat) throws {
        let file = try GainMapWriterTests.file(GainMapWriterTests.map, format)
        for count in 0..<file.count { change(read(Array(file[..<count]), format), format) }
    }

    @Test(arguments: [ImageFormat.jpeg, .avif, .jxl])
    func `20,000 mutated files are read or refused`(format: ImageFormat) throws {
        let file = try GainMapWriterTests.file(GainMapWriterTests.map, format)
        var random = SystemRandomNumberGenerator()
        for trial in 0..<20_000 {
            var bytes = file
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                bytes[Int.random(in: bytes.indices, using: &random)] =
                    Bool.random(using: &random)
                    ? .random(in: 0...255)
                    : [0, 1, 0x7F, 0xFF][
                        Int.random(in: 0..<4, using: &random)]
            }
            let image = read(bytes, format)
            if trial % 10 == 0 { change(image, format) }
        }
    }

    @Test(arguments: [ImageFormat.jpeg, .avif, .jxl])
    func `the file of a map is that of its pixels`(format: ImageFormat) throws {
        let bytes = try GainMapWriterTests.file(GainMapWriterTests.map, format)
        var image = EncodedImage(ByteBlock(copying: bytes))
        image.format = format
        let file = try #require(GainMapReading.file(of: image))
        let found = GainMapFiles.bytes(of: file.bytes)
        switch format {
        case .jpeg:
            #expect(bytes.suffix(found.count) == found[...])
            #expect(found.starts(with: [0xFF, 0xD8]) && found.suffix(2) == [0xFF, 0xD9])
        case .jxl: #expect(found == GainMapFiles.stream)
        default:
            // The item to show is the map's, which is not hidden any more.
            let differences = zip(bytes, found).enumerated().filter { $0.1.0 != $0.1.1 }
            #expect(found.count == bytes.count && differences.map(\.1.1) == [5, 0])
        }
    }
}
