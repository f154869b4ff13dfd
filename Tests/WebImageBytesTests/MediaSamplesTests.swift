import Testing
import WebImageBytes

/// The tables that say where the samples of a track are.
struct MediaSamplesTests {
    /// A track of five samples in three chunks, two of them of two samples.
    private static let runs: [UInt32] = [2, 1, 2, 1, 3, 1, 1]
    private static let offsets: [UInt32] = [3, 900, 910, 950]
    private static let sizes: [UInt32] = [0, 5, 4, 6, 10, 1, 7]

    @Test func `samples follow each other in chunks`() throws {
        let ranges = try samples().ranges
        #expect(ranges == [900..<904, 904..<910, 910..<920, 920..<921, 950..<957])
    }

    @Test func `offsets may have eight bytes, and all samples one size`() throws {
        let offsets: [UInt32] = [3, 0, 900, 0, 910, 0, 950]
        let ranges = try samples(("co64", offsets), sizes: [3, 5]).ranges
        #expect(ranges == [900..<903, 903..<906, 910..<913, 913..<916, 950..<953])
    }

    @Test func `samples behind the end of the file are clipped`() throws {
        let found = try samples(("stco", [3, 900, 995, 2000]))
        #expect(found.isCutOff)
        #expect(found.ranges.suffix(3) == [995..<1000, 1000..<1000, 1000..<1000])
        #expect(try !samples().isCutOff)
    }

    private static let contradictions: [(runs: [UInt32], offsets: [UInt32], sizes: [UInt32])] = [
        ([2, 1, 2, 1, 3, 2, 1], offsets, sizes), (runs, [2, 900, 910], sizes),
        ([0], offsets, sizes),
        (runs, offsets, [0, 4, 4, 6, 10, 1]), (runs, [3, 0, 100, 200], [300, 5]),
    ]

    @Test(arguments: contradictions)
    func `numbers that do not match, and samples that share bytes, are refused`(
        runs: [UInt32], offsets: [UInt32], sizes: [UInt32]
    ) {
        let message = "the tables of the sequence contradict each other"
        #expect(throws: CodecError.damaged(.heic, message)) {
            try samples(("stco", offsets), runs: runs, sizes: sizes)
        }
    }

    @Test func `AVIF may have more sizes than samples, as libavif reads it, but not fewer`() throws
    {
        let more: [UInt32] = [0, 6, 4, 6, 10, 1, 7, 9]
        #expect(try samples(sizes: more, format: .avif).ranges == samples().ranges)
        let message = "the tables of the sequence contradict each other"
        #expect(throws: CodecError.damaged(.heic, message)) { try samples(sizes: more) }
        #expect(throws: CodecError.damaged(.avif, message)) {
            try samples(sizes: [0, 4, 4, 6, 10, 1], format: .avif)
        }
    }

    @Test(arguments: [[2, 1, 2, 1, 1, 1, 1], [2, 2, 2, 1, 3, 1, 1]] as [[UInt32]])
    func `runs must begin at the first chunk and be in order`(runs: [UInt32]) {
        let message = "the sample-to-chunk table is not in order"
        #expect(throws: CodecError.damaged(.heic, message)) { try samples(runs: runs) }
    }

    @Test func `a table of sizes must be there and whole`() {
        let message = "the table of sizes is cut off"
        #expect(throws: CodecError.damaged(.heic, message)) { try samples(sizes: [0, 5, 4]) }
        #expect(throws: CodecError.damaged(.heic, "the track has no table of sizes")) {
            try samples(sizes: nil)
        }
    }

    /// Reads tables of numbers behind their version, in a file of 1000 bytes.
    @discardableResult
    private func samples(
        _ chunks: (StaticString, [UInt32]) = ("stco", offsets), runs: [UInt32] = runs,
        sizes: [UInt32]? = sizes, format: ImageFormat = .heic
    ) throws(CodecError) -> MediaSamples {
        var bytes = box("\(chunks.0)", chunks.1) + box("stsc", runs)
        if let sizes { bytes += box("stsz", sizes) }
        let end = bytes.count
        bytes += repeatElement(0, count: 1000 - end)
        return try ByteBlock(copying: bytes).withSpan { bytes throws(CodecError) in
            try MediaSamples(0..<end, of: bytes, format: format, limits: DecodeLimits())
        }
    }

    private func box(_ type: String, _ numbers: [UInt32]) -> [UInt8] {
        let content = ([0] + numbers).flatMap { number in
            (0..<4).map { UInt8(truncatingIfNeeded: number >> (24 - 8 * UInt32($0))) }
        }
        return [0, 0, 0, UInt8(content.count + 8)] + Array(type.utf8) + content
    }
}
