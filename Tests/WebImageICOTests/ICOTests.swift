import TestSupport
import Testing
import WebImageCoding
import WebImageICO
import WebImagePixels

@Suite struct ICOTests {
    /// A stand-in for a PNG codec: any entry becomes a picture of 48×48.
    private struct Stub: ImageDecoder {
        let identity = "stub"
        let formats: [ImageFormat] = [.png]
        func metadata(
            of bytes: RawSpan, limits: DecodeLimits
        ) throws(CodecError) -> ImageMetadata { throw .cancelled }
        func decode(
            _ bytes: RawSpan, options: DecodeOptions
        ) throws(CodecError) -> DecodeOutput {
            let size = PixelSize(width: 48, height: 48)
            return DecodeOutput(
                bitmap: Bitmap(size: size), color: .sRGB, metadata: ImageMetadata(size: size))
        }
    }

    private static func little(_ number: Int) -> [UInt8] {
        (0..<4).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
    }

    /// Returns a picture of `side` × `side` in one colour, with `mask` in every byte of its mask.
    private static func bitmap(side: Int, pixel: [UInt8], mask: UInt8) -> [UInt8] {
        let head = little(40) + little(side) + little(side * 2) + [1, 0, 32, 0]
        let maskBytes = [UInt8](repeating: mask, count: (side + 31) / 32 * 4 * side)
        let pixels = [[UInt8]](repeating: pixel, count: side * side).flatMap { $0 }
        return head + [UInt8](repeating: 0, count: 24) + pixels + maskBytes
    }

    private static func icon(_ pictures: [[UInt8]]) -> ByteBlock {
        var (head, body): ([UInt8], [UInt8]) = ([0, 0, 1, 0, UInt8(pictures.count), 0], [])
        for picture in pictures {
            let offset = 6 + pictures.count * 16 + body.count
            head += [0, 0, 0, 0, 1, 0, 32, 0] + little(picture.count) + little(offset)
            body += picture
        }
        return ByteBlock(copying: head + body)
    }

    private static let png: [UInt8] =
        [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13] + Array("IHDR".utf8)
        + [0, 0, 0, 48, 0, 0, 0, 48]

    private func decode(
        _ bytes: ByteBlock, box: PixelSize? = nil, png: (any ImageDecoder)? = Stub()
    ) throws(CodecError) -> DecodeOutput {
        let options = DecodeOptions(downsampling: Downsampling(box: box))
        return try bytes.withSpan { span throws(CodecError) in
            try ICODecoder(png: png).decode(span, options: options)
        }
    }

    @Test(arguments: [(0, 48), (64, 48), (33, 48), (32, 32), (17, 32), (16, 16), (1, 16)])
    func `the smallest picture that is large enough is taken`(box: Int, side: Int) throws {
        let bytes = Self.icon([
            Self.bitmap(side: 16, pixel: [0, 0, 255, 255], mask: 0), Self.png,
            Self.bitmap(side: 32, pixel: [0, 0, 255, 255], mask: 0),
        ])
        #expect(EncodedImage(bytes).format == .ico)
        let output = try decode(bytes, box: PixelSize(width: box, height: box))
        #expect(output.bitmap.size == PixelSize(width: side, height: side))
        #expect(output.metadata.size == PixelSize(width: 48, height: 48))
    }

    @Test(arguments: [(8, 3, false), (8, 2, false), (8, 6, true), (16, 2, true)])
    func `of the largest pictures the one with most bits is taken`(
        depth: Int, colors: Int, isTaken: Bool
    ) throws {
        let head = Self.png + [UInt8(depth), UInt8(colors)]
        let bytes = Self.icon([
            head, Self.bitmap(side: 48, pixel: [0, 0, 255, 255], mask: 0),
            Self.bitmap(side: 16, pixel: [0, 255, 0, 255], mask: 0),
        ])
        let red = SIMD4<UInt8>(0, 0, 255, 255)
        #expect((try decode(bytes).bitmap[0, 0] == red) == !isTaken)
    }

    @Test func `alpha wins over the mask`() throws {
        let bytes = Self.icon([Self.bitmap(side: 2, pixel: [0, 0, 255, 128], mask: 0xFF)])
        #expect(try decode(bytes).bitmap[0, 0] == SIMD4(0, 0, 128, 128))
    }

    @Test func `alpha of nothing but zeros leaves it to the mask`() throws {
        let bytes = Self.icon([Self.bitmap(side: 2, pixel: [0, 0, 255, 0], mask: 0b1000_0000)])
        let bitmap = try decode(bytes).bitmap
        #expect(bitmap[0, 0] == SIMD4(0, 0, 0, 0))
        #expect(bitmap[1, 0] == SIMD4(0, 0, 255, 255))
    }

    @Test func `a PNG entry without a codec is not supported`() {
        let error = #expect(throws: CodecError.self) {
            try decode(Self.icon([Self.png]), png: nil)
        }
        guard case .unsupported(.ico, _) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }

    @Test func `every cut of an icon is refused or keeps the size`() {
        let whole = Self.icon([Self.bitmap(side: 2, pixel: [0, 0, 255, 255], mask: 0)])
        for length in 0..<(whole.count - 8) {
            let cut = whole.withSpan { ByteBlock(copying: $0.extracting(first: length)) }
            #expect(throws: CodecError.self, "\(length) bytes") { try decode(cut) }
        }
    }

    /// The known differences from the references, all of them only in colour.
    private static let deviations: [String: String] = [
        "ico/image__multiple_entries_with_different_bit_depth.ico":
            "of two pictures of 48x48 we show the one with alpha, the references the one of 8 bits",
        "ico/image__bmp_v5_with_icc.ico":
            "there is no mask; the references take the profile for it",
    ]

    @Test(
        .enabled(if: Corpus.isAvailable, "needs the corpus"),
        arguments: Corpus.entries(format: "ico"))
    func `a file of the corpus is as expected`(entry: Corpus.Entry) throws {
        let bytes = try entry.load()
        do throws(CodecError) {
            let verdict = Corpus.judge(try decode(bytes, png: nil).bitmap, against: entry)
            let isDeviation = Self.deviations[entry.path] != nil
            #expect(isDeviation ? verdict?.hasPrefix("colour") == true : verdict == nil)
        } catch .unsupported(.ico, _) where entry.tags.contains(where: { $0.hasSuffix("png") }) {
            // Tests of the PNG codec judge PNG entries.
        } catch {
            #expect(entry.expectation != .decodes, "\(error)")
        }
    }
}
