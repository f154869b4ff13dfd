import Foundation
import TestSupport
import Testing
import WebImageBytes
import WebImagePixels

@testable import WebImageMetadata

@Suite("Gain maps go and stay with the metadata") struct GainMapRemovalTests {
    private static let formats: [ImageFormat] = [.jpeg, .avif, .jxl]

    private func file(
        _ bytes: [UInt8], _ format: ImageFormat,
        _ change: (EncodedImage) throws(CodecError) -> ByteBlock?
    ) throws -> [UInt8]? {
        var image = EncodedImage(ByteBlock(copying: bytes))
        image.format = format
        return try change(image).map { GainMapFiles.bytes(of: $0) }
    }

    @Test(arguments: formats, [MetadataPolicy.drop, .copyright])
    func `nothing of a map stays where all goes`(
        format: ImageFormat, policy: MetadataPolicy
    ) throws {
        let old = try GainMapWriterTests.file(GainMapWriterTests.map, format)
        let new = try #require(
            try file(old, format) { image throws(CodecError) in
                try MetadataRemoval(policy).file(of: image)
            })
        #expect(GainMapReading(new, format) == .none)
        for trace in ["MPF\0", "hdrgm", "21496", "tmap", "jhgm", "dimg"] {
            #expect(new.firstIndex(ofText: trace) == nil, "\(trace)")
        }
        if format == .avif {
            #expect(new.count == old.count && new.firstIndex(ofText: "map") == nil)
            #expect(new.firstIndex(ofText: "base") == old.firstIndex(ofText: "base"))
        }
    }

    @Test(arguments: formats)
    func `a map stays where only the place goes`(format: ImageFormat) throws {
        let old = try GainMapWriterTests.file(GainMapWriterTests.map, format)
        let new = try #require(
            try file(old, format) { image throws(CodecError) in
                try MetadataRemoval(.dropLocation).file(of: image)
            })
        #expect(GainMapReading(new, format).found == GainMapReading(old, format).found)
        #expect(GainMapReading(old, format).found != nil)
    }

    @Test func `a map goes alone`() throws {
        let remove = { (image: EncodedImage) throws(CodecError) in
            try GainMapRemoval.file(of: image)
        }
        let writer = try #require(GainMapWriter(GainMapWriterTests.map, format: .jpeg))
        let segment = { GainMapFiles.packetSegment($0) }
        let base = GainMapFiles.picture((64, 32), segment(MetadataFiles.xmp))
        let map = try writer.prepared(
            ByteBlock(copying: GainMapFiles.picture((16, 8), [])))
        let joined = try writer.joined(base: ByteBlock(copying: base), map: map)
        let behind = Array("a film".utf8)
        let jpeg = try file(GainMapFiles.bytes(of: joined) + behind, .jpeg, remove)
        #expect(jpeg == base + behind)
        let announcing = GainMapFiles.picture(
            (64, 32), segment(try #require(writer.xmp(nil, mapByteCount: 1))))
        let second = try writer.joined(base: ByteBlock(copying: announcing), map: map)
        let cleaned = try #require(try file(GainMapFiles.bytes(of: second), .jpeg, remove))
        #expect(GainMapReading(cleaned) == .none && cleaned.firstIndex(ofText: "hdrgm") == nil)
        let stream = try GainMapWriterTests.file(GainMapWriterTests.map, .jxl)
        let bare = try #require(try file(stream, .jxl, remove))
        #expect(GainMapReading(bare, .jxl) == .none && stream.starts(with: bare))
        #expect(Array(bare.suffix(GainMapFiles.stream.count)) == GainMapFiles.stream)
        for (bytes, format) in [(base, ImageFormat.jpeg), (GainMapFiles.stream, .jxl)] {
            #expect(try file(bytes, format, remove) == bytes)
        }
        let media = try #require(try file(GainMapFiles.avif((64, 32), [1]), .avif, remove))
        #expect(GainMapReading(media, .avif) == .none)
        let damaged = GainMapFiles.jpeg(map: GainMapFiles.gainSegment([1, 2, 3, 4, 5]))
        #expect(try file(damaged, .jpeg, remove) == nil)
    }

    @Test(.enabled(if: Corpus.isAvailable, "needs the corpus"))
    func `an older picture of Apple has the same headroom without its place`() throws {
        let path = "jpeg/libavif__apple_gainmap_old.jpg"
        let old = Array(try Data(contentsOf: Corpus.folder.appending(path: path)))
        let new = try #require(
            try file(old, .jpeg) { image throws(CodecError) in
                try MetadataRemoval(.dropLocation).file(of: image)
            })
        let headroom = try #require(try self.headroom(of: old))
        #expect(try headroom > 0 && self.headroom(of: new) == headroom)
        #expect(try exif(of: old)?.firstIndex(ofText: "Apple iOS") != nil)
        let kept = try #require(try exif(of: new))
        let fields = ExifField.all(in: kept).map(\.name)
        #expect(fields.contains("Model") && !fields.contains { $0.hasPrefix("GPS") })
        let note = try #require(kept.firstIndex(ofText: "Apple iOS"))
        // Its head, two entries and their values.
        let end = note + 14 + 2 + 24 + 4 + 16
        let entry = try #require(
            kept.withView { view in
                ExifDirectory(firstOf: view).flatMap { first in
                    first.pointer(0x8769, of: view).flatMap {
                        ExifDirectory(of: view, at: $0, first.order)?[0x927C]
                    }
                }
            })
        #expect(kept[end..<entry.place + entry.count].allSatisfy { $0 == 0 })
    }

    @Test func `a maker note goes where the map does not need it`() throws {
        var note = Array("Apple iOS\0\0\u{1}MM".utf8) + [0, 1] + [0, 9, 0, 7, 0, 0, 0, 4]
        note += Array("Home".utf8) + [0, 0, 0, 0]
        #expect(!AppleGainMap.blankMakerNote(&note, note.indices))
        var block = ExifBuilder()
        block.exif = [(0x927C, 7, note)]
        for keeps in [false, true] {
            let new = try #require(
                MetadataBlock.withoutLocation(exif: block.bytes, keepsHeadroom: keeps))
            #expect(new.firstIndex(ofText: "Apple") == nil)
            #expect(new.firstIndex(ofText: "Home") == nil)
        }
    }

    private func exif(of bytes: [UInt8]) throws -> [UInt8]? {
        bytes.withView { view -> [UInt8]? in
            guard let scanner = JPEGSegments(view) else { return nil }
            while let segment = scanner.next(of: view, untilScan: true) {
                guard segment.begins(JPEGMetadata.exifName, in: view) else { continue }
                return view.copy(segment.body.lowerBound + 6..<segment.body.upperBound)
            }
            return nil
        }
    }

    private func headroom(of bytes: [UInt8]) throws -> Double? {
        let image = EncodedImage(ByteBlock(copying: bytes))
        let reading = GainMapReading(
            of: image, size: PixelSize(width: 4000, height: 4000), exif: try exif(of: bytes))
        return reading.found?.alternateHeadroom
    }
}
