import Foundation
import TestSupport
import Testing
import WebImageBytes

@Suite struct SignatureTests {
    @Test(arguments: Sample.recognized)
    func `a full signature is recognized`(sample: Sample) {
        #expect(sample.format == sample.expected)
    }

    @Test(arguments: Sample.nearMisses)
    func `a near miss is not an image`(sample: Sample) {
        #expect(sample.format == nil)
    }

    @Test(arguments: Sample.recognized)
    func `no beginning of a picture is another format`(sample: Sample) {
        for length in 0..<sample.bytes.count {
            let format = Sample("", nil, Array(sample.bytes.prefix(length))).format
            // The chunk that distinguishes an APNG from a PNG may not have arrived yet.
            let allowed: [ImageFormat?] =
                [nil, sample.expected] + (sample.expected == .apng ? [.png] : [])
            #expect(allowed.contains(format), "after \(length) bytes")
        }
    }

    @Test func `random bytes never trap`() {
        var random = Generator(state: 0x2545_F491_4F6C_DD1D)
        for round in 0..<3000 {
            var bytes = (0..<(round % 200)).map { _ in UInt8(truncatingIfNeeded: random.next()) }
            if round % 2 == 0, let sample = Sample.recognized.randomElement(using: &random) {
                bytes = Array(sample.bytes.prefix(round % 40)) + bytes
            }
            let block = ByteBlock(copying: bytes)
            #expect(!block.withSpan { ImageFormat.describe($0) }.isEmpty)
        }
    }

    @Test(.enabled(if: Corpus.isAvailable, "needs the corpus"))
    func `every file of the corpus is recognized`() throws {
        let refused = Set(Self.deviations.values.joined())
        for entry in Corpus.all {
            let format = EncodedImage(try entry.load()).format?.rawValue
            if refused.contains(entry.path) {
                #expect(format == nil && entry.expectation != .decodes, "\(entry)")
            } else {
                #expect(format == (entry.format == "unknown" ? nil : entry.format), "\(entry)")
            }
        }
    }

    /// Files that the corpus assigns to a format, but which are rejected, by reason.
    ///
    /// The corpus goes by first bytes or intent; none of them has to decode.
    private static let deviations: [String: [String]] = [
        "HEIF of other codecs: no brand of AV1 or HEVC": [
            "avc32", "avif32-mini", "hevc32-mini", "j2k32", "jpeg32", "lightning_mini",
            "rgb_generic_compressed_brotli", "rgb_generic_compressed_defl", "unci32",
            "uncompressed_comp_M", "uncompressed_comp_RGB", "uncompressed_comp_YUV_420",
            "uncompressed_pix_ABGR_tiled", "uncompressed_row_RGB_tiled", "vvc32",
        ].map { "heic/libheif__\($0).heif" } + [
            "heic/libheif__simple_osm_tile_alpha.avif", "heic/libheif__simple_osm_tile_meta.avif",
            "hostile/libheif__seq_seed.heif",
        ],
        "brands overwritten by a fuzzer": [
            "hostile/libheif__clusterfuzz-testcase-minimized-file-fuzzer-5120279175102464.heic",
            "hostile/libheif__crash-20ca2625096a205937b809a7841e7f019f0b2dc6.heic",
        ],
        "PNG without IHDR": [
            "hostile/image-png__x_ihdr_missing.png", "hostile/image-png__x_unexpected_eof.png",
            "hostile/pillow__broken.png", "hostile/random-after-magic-png.png",
        ],
        "icon without entries, or with entries inside of the directory": [
            "hostile/ico-65535-entries.ico", "hostile/ico-zero-entries.ico",
            "hostile/pillow__no_cursors.cur",
        ],
        "BM before something that is no bitmap header": [
            "hostile/poly-jpeg-in-bmp-magic.bmp", "hostile/random-after-magic-bmp.bmp",
        ],
        "two bytes of JPEG": ["hostile/jpeg-soi-only.jpg"],
        "XHTML under the name of SVG": ["hostile/svg-other-root.svg"],
    ]

    @Test(
        arguments: [
            ([], "zero bytes"),
            (Array("<!DOCTYPE html><html><body>404".utf8), "an HTML page"),
            (Array("\n<html lang=\"en\">".utf8), "an HTML page"),
            (Array("<?xml version=\"1.0\"?><Error>".utf8), "an XML document"),
            (Array("{\"error\": 404}".utf8), "a JSON document"),
            (Array(" [1, 2]".utf8), "a JSON document"),
            (Array("%PDF-1.7".utf8), "a PDF"),
            ([0x50, 0x4B, 3, 4, 0, 0], "a ZIP archive"),
            (Array("FUJIFILMCCD-RAW 0201FF".utf8), "a Fujifilm raw photograph (RAF)"),
            (Array("IIU\0\u{18}\0\0\0".utf8), "a Panasonic or Leica raw photograph (RW2)"),
            ([0, 0, 0, 24] + Array("ftypcrx ".utf8), "a Canon raw photograph (CR3)"),
            (Array("P6 640 480 255\n".utf8), "a picture of the PNM family"),
            (Array("P6x".utf8), "plain text"),
            (Array("Not found.".utf8), "plain text"),
            (Array("nichts übrig".utf8), "plain text"),
            (Array("  \n\t".utf8), "white space only"),
            (
                [0, 0, 0, 24] + Array("ftypisom".utf8),
                "an ISO media file of brand 'isom'"
            ),
            ([0x1F, 0x2A, 0, 0xFF], "unknown bytes 1f 2a 00 ff"),
            (Array(repeating: 0x80, count: 9), "unknown bytes 80 80 80 80 80 80 80 80 …"),
        ] as [([UInt8], String)])
    func `other bytes are described`(bytes: [UInt8], description: String) {
        #expect(ByteBlock(copying: bytes).withSpan { ImageFormat.describe($0) } == description)
    }

    @Test func `a text cut inside of a character is still text`() {
        let text = String(repeating: "ä", count: 300) + "x"
        let bytes = ByteBlock(copying: Array(("y" + text).utf8))
        #expect(bytes.withSpan { ImageFormat.describe($0) } == "plain text")
    }
}
