import Foundation
import TestSupport
import Testing
import WebImageBytes
import WebImagePixels

@testable import WebImageMetadata

/// Numbers of the corpus, as a reader in Python that shares no code with this package found them.
@Suite("Gain maps of the corpus", .enabled(if: Corpus.isAvailable, "needs the corpus"))
struct GainMapCorpusTests {
    private func reading(_ path: String) throws -> GainMapReading {
        let data = try Data(contentsOf: Corpus.folder.appending(path: path))
        var image = EncodedImage(ByteBlock(copying: Array(data)))
        image.format = image.bytes.withSpan { ImageFormat(signatureOf: $0) }
        let exif = image.bytes.withSpan { Self.exif(of: $0) }
        return GainMapReading(of: image, size: PixelSize(width: 4000, height: 4000), exif: exif)
    }

    private static func exif(of bytes: RawSpan) -> [UInt8]? {
        guard let scanner = JPEGSegments(bytes) else { return nil }
        while let segment = scanner.next(of: bytes, untilScan: true) {
            guard segment.begins(JPEGMetadata.exifName, in: bytes) else { continue }
            return bytes.copy(segment.body.lowerBound + 6..<segment.body.upperBound)
        }
        return nil
    }

    @Test(arguments: [
        ("avif/libavif__color_grid_alpha_grid_gainmap_nogrid.avif", 3.0, 0.0, 11.0, 4.33333),
        ("avif/libavif__color_grid_gainmap_different_grid.avif", 3, 0, 11, 4.33333),
        ("avif/libavif__color_nogrid_alpha_nogrid_gainmap_grid.avif", 3, 0, 11, 4.33333),
        ("avif/libavif__seine_hdr_gainmap_small_srgb.avif", 1.3, 0, 1.27718, 1.27797),
        ("avif/libavif__seine_sdr_gainmap_srgb_icc.avif", 0, 1.3, 1.27718, 1.27797),
        ("jpeg/libavif__seine_sdr_gainmap_srgb.jpg", 0, 1.3, 1.27718, 1.27797),
        ("jpeg/libavif__paris_exif_xmp_gainmap_littleendian.jpg", 0, 3.5, 3.5, 3.7),
        ("jpeg/libavif__paris_exif_xmp_icc_gainmap_bigendian.jpg", 0, 3.5, 3.5, 3.7),
    ])
    func numbers(path: String, base: Double, alternate: Double, first: Double, last: Double) throws
    {
        let map = try #require(try reading(path).found)
        #expect(map.kind == (path.hasSuffix("jpg") ? .ultraHDR : .iso21496))
        #expect(!map.size.isEmpty && map.channels.count == 3)
        let numbers = [
            (map.baseHeadroom, base), (map.alternateHeadroom ?? -1, alternate),
            (map.channels[0].maximum, first), (map.channels[2].maximum, last),
        ]
        for (found, expected) in numbers { #expect(abs(found - expected) < 1e-4) }
    }

    @Test func `an older picture of Apple has its headroom in the maker note`() throws {
        let map = try #require(try reading("jpeg/libavif__apple_gainmap_old.jpg").found)
        #expect(map.kind == .apple && map.size == PixelSize(width: 192, height: 256))
        #expect((map.alternateHeadroom ?? 0) > 0)
    }

    @Test(arguments: [
        "avif/libavif__seine_sdr_gainmap_gammazero.avif",
        "avif/libavif__supported_gainmap_writer_version_with_extra_bytes.avif",
        "hostile/libavif__unsupported_gainmap_minimum_version.avif",
        "hostile/libavif__unsupported_gainmap_version.avif",
        "hostile/libavif__unsupported_gainmap_writer_version_with_extra_bytes.avif",
    ])
    func damaged(path: String) throws {
        #expect(try reading(path).reason != nil)
    }

    @Test func `20,000 mutated files are read or refused`() throws {
        let paths = [
            "avif/libavif__seine_sdr_gainmap_srgb_icc.avif", "jpeg/libavif__apple_gainmap_old.jpg",
            "jpeg/libavif__seine_sdr_gainmap_srgb.jpg",
            "jpeg/libavif__paris_exif_xmp_gainmap_littleendian.jpg",
        ]
        var random = SystemRandomNumberGenerator()
        for path in paths {
            let data = Array(try Data(contentsOf: Corpus.folder.appending(path: path)))
            let format: ImageFormat = path.hasSuffix("jpg") ? .jpeg : .avif
            for _ in 0..<5_000 {
                var bytes = data
                for _ in 0..<4 {
                    let range = Bool.random(using: &random) ? bytes.count : min(4096, bytes.count)
                    bytes[Int.random(in: 0..<range, using: &random)] = .random(in: 0...255)
                }
                _ = GainMapReading(bytes, format)
            }
        }
    }
}
