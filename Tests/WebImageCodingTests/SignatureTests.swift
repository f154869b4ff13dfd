import Foundation
import TestSupport
import Testing
import WebImageCoding

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
            // The chunk that tells an APNG from a PNG may not have arrived yet.
            let allowed: [ImageFormat?] =
                [nil, sample.expected] + (sample.expected == .apng ? [.png] : [])
            #expect(allowed.contains(format), "after \(length) bytes")
        }
    }

    @Test func `random bytes never trap`() {
        var random = Xorshift(state: 0x2545_F491_4F6C_DD1D)
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
        for entry in Corpus.all {
            let format = EncodedImage(try entry.load()).format?.rawValue
            let expected = entry.format == "unknown" ? nil : entry.format
            if let (deviation, _) = Self.deviations[entry.path] {
                #expect(format == deviation, "\(entry.path)")
            } else {
                #expect(format == expected, "\(entry.path)")
            }
        }
    }

    /// Damaged files that the corpus names by their first bytes or their intent, and why we don't.
    private static let deviations: [String: (format: String?, reason: String)] = [:]

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
            (Array("Not found.".utf8), "plain text"),
            (Array("nichts übrig".utf8), "plain text"),
            (Array("  \n\t".utf8), "nothing but white space"),
            (
                [0, 0, 0, 24] + Array("ftypisom".utf8),
                "an ISO media file of another brand, as MP4 is"
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

/// Small, repeatable random numbers.
struct Xorshift: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state ^= state << 13
        state ^= state >> 7
        state ^= state << 17
        return state
    }
}
