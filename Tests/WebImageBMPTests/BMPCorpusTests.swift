import TestSupport
import Testing
import WebImageBMP
import WebImageCoding
import WebImagePixels

@Suite(.enabled(if: Corpus.isAvailable, "needs the corpus"))
struct BMPCorpusTests {
    private func decode(_ entry: Corpus.Entry) throws -> DecodeOutput {
        try entry.load().withSpan { try BMPDecoder().decode($0, options: DecodeOptions()) }
    }

    /// The known differences from the references, all of them only in colour.
    private static let deviations: [String: String] = [
        "bmp/image__V3_X4_R4_G4_B4.bmp": "15 of 15 is 255 to us, 240 to the references",
        "bmp/image__V3_X4_R4_G4_B4_Top_Down.bmp": "15 of 15 is 255 to us, 240 to the references",
        "bmp/image__V5_A1_R5_G5_B5.bmp": "an alpha mask of one bit counts, as in browsers",
    ]

    @Test(arguments: Corpus.entries(format: "bmp").filter { $0.expectation == .decodes })
    func `a good file decodes to its size and colours`(entry: Corpus.Entry) throws {
        let verdict = Corpus.judge(try decode(entry).bitmap, against: entry)
        if Self.deviations[entry.path] == nil {
            #expect(verdict == nil)
        } else {
            #expect(verdict?.hasPrefix("colour") == true, "no longer a deviation")
        }
    }

    @Test(arguments: Corpus.entries(format: "bmp").filter { $0.expectation == .mustError })
    func `a file that must be refused is refused`(entry: Corpus.Entry) {
        #expect(throws: CodecError.self) { try decode(entry) }
    }

    @Test(arguments: Corpus.entries(format: "bmp").filter { $0.expectation == .mayError })
    func `an odd file decodes to the size of its header or is refused`(entry: Corpus.Entry) throws {
        let bytes = try entry.load()
        do {
            let output = try decode(entry)
            let metadata = try bytes.withSpan {
                try BMPDecoder().metadata(of: $0, limits: DecodeLimits())
            }
            #expect(output.bitmap.size == metadata.size)
        } catch is CodecError {
            // Both results are valid; the test is that nothing traps.
        }
    }

    @Test(
        arguments: Corpus.entries(format: "bmp").filter {
            $0.expectation == .decodes && $0.path.hasPrefix("bmp/pillow")
        })
    func `a file cut before its last tenth is refused`(entry: Corpus.Entry) throws {
        let whole = try entry.load()
        for tenth in 0..<9 {
            let length = whole.count * tenth / 10
            let cut = whole.withSpan { ByteBlock(copying: $0.extracting(first: length)) }
            #expect(throws: CodecError.self, "after \(length) of \(whole.count) bytes") {
                try cut.withSpan { try BMPDecoder().decode($0, options: DecodeOptions()) }
            }
        }
    }
}
