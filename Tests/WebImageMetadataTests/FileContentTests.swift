import Testing
import WebImageBytes
import WebImageMetadata
import WebImagePixels

/// The rule of what a file lacks that its source has.
struct FileContentTests {
    private typealias Files = GainMapFiles

    private static let none = FileContent(of: EncodedImage(ByteBlock(copying: [])))

    /// Returns a JPEG with one picture behind it that has these properties of Apple.
    private static func pair(_ properties: String) -> [UInt8] {
        let apple = "xmlns:a=\"http://ns.apple.com/pixeldatainfo/1.0/\" "
        return Files.jpeg(map: Files.packetSegment(Files.packet(apple + properties)))
    }

    @Test(arguments: [
        (Files.jpeg(map: Files.gainSegment(Files.block())), ImageFormat.jpeg, "the gain map"),
        (Files.jpegXL(Files.block()), .jxl, "the gain map"),
        (Files.jpeg(map: Files.gainSegment([])), .jpeg, "1 further picture"),
        (Files.jpeg(map: Files.gainSegment(Files.block(version: 1))), .jpeg, "1 further picture"),
        (pair("a:AuxiliaryImageType=\"disparity\""), .jpeg, "1 depth map"),
        (pair("a:AuxiliaryImageType=\"depth\""), .jpeg, "1 depth map"),
        (pair("a:AuxiliaryImageType=\"other\""), .jpeg, "1 further picture"),
    ])
    func `a picture beside another one is counted once`(
        bytes: [UInt8], format: ImageFormat, words: String
    ) {
        #expect(AttachedDataTests.lost(bytes, format) == words)
    }

    @Test func `a depth map in the packets of a JPEG counts`() {
        let depth = "xmlns:d=\"http://ns.google.com/photos/1.0/depthmap/\" d:Format=\"RangeLinear\""
        let packet = Files.packetSegment(Files.packet(depth))
        #expect(AttachedDataTests.lost(AttachedDataTests.picture(packet), .jpeg) == "1 depth map")
    }

    @Test(
        arguments: [
            ([10, 12, 11], 12), ([16, 16, 16], 16), ([5, 6, 5], 8), ([0, 10, 10], 16),
            ([17, 10, 10], 16), ([10], 16), ([10, 10, 10, 10, 10], 16), ([], 16),
        ] as [([UInt8], Int)])
    func `16 bits of PNG count as far as sBIT says`(stated: [UInt8], bits: Int) {
        func content(_ chunks: [UInt8]) -> Int {
            let header: [UInt8] = [0, 0, 0, 1, 0, 0, 0, 1, 16, 2, 0, 0, 0]
            var image = EncodedImage(
                ByteBlock(
                    copying: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
                        + PNGChunk.bytes("IHDR", header) + chunks + PNGChunk.bytes("IEND", [])))
            image.format = .png
            return FileContent(of: image)[.bitDepth]
        }
        let (chunk, pixels) = (PNGChunk.bytes("sBIT", stated), PNGChunk.bytes("IDAT", [1]))
        #expect(content(chunk + pixels) == bits)
        #expect(content(pixels + chunk) == 16)
        #expect(content(chunk.dropLast() + [chunk[chunk.count - 1] ^ 1] + pixels) == 16)
    }

    @Test(
        arguments: [
            (Loss.Kind.frames, 3, 1, "2 of 3 frames"), (.frames, 3, 2, nil),
            (.bitDepth, 16, 8, "8 of 16 bits a channel"), (.bitDepth, 10, 10, nil),
            (.bitDepth, 8, 8, nil), (.pages, 3, 1, "2 further pages"), (.pages, 1, 1, nil),
            (.bytes, 9, 0, "9 bytes after the picture"), (.bytes, 9, 1, nil),
            (.pictures, 3, 1, "2 further pictures"), (.films, 1, 0, "1 film"),
            (.profile, 1, 0, "the colour profile"), (.gainMap, 0, 1, nil),
        ] as [(Loss.Kind, Int, Int, String?)])
    func `a kind is lost if the file has less of it`(
        kind: Loss.Kind, from: Int, to: Int, words: String?
    ) {
        var (source, written) = (Self.none, Self.none)
        (source[kind], written[kind]) = (from, to)
        let losses = source.losses { written }
        #expect(losses == (words == nil ? [] : [Loss(kind, from: from, to: to)]))
        #expect(losses.first?.description == words)
    }

    @Test func `the written file is not read without anything to lose`() {
        let losses = Self.none.losses {
            Issue.record("it was read")
            return Self.none
        }
        #expect(losses.isEmpty)
    }
}
