import Testing
import WebImageBytes

@Suite struct GrowingBytesTests {
    private func append(_ bytes: [UInt8], to growing: GrowingBytes) throws {
        try bytes.withUnsafeBytes { try growing.append($0) }
    }

    private func array(_ growing: GrowingBytes) -> [UInt8] { Array(growing.bytes) }

    @Test func `what was added lies one behind the other, however often memory was moved`() throws {
        let growing = GrowingBytes()
        var expected: [UInt8] = []
        for round in 0..<400 {
            let piece = (0..<round).map { UInt8(truncatingIfNeeded: $0 &* 7 &+ round) }
            try append(piece, to: growing)
            expected += piece
        }
        #expect(growing.count == expected.count)
        #expect(array(growing) == expected)
        #expect(growing.take() == ByteBlock(copying: expected))
    }

    @Test func `letters and numbers are added, the lowest byte first`() throws {
        let growing = GrowingBytes()
        try growing.append("RIFF")
        try growing.append(0x0102_0304, bytes: 3)
        try growing.append(-1, bytes: 2)
        #expect(array(growing) == [0x52, 0x49, 0x46, 0x46, 4, 3, 2, 255, 255])
        growing.set(0xABCD, bytes: 2, at: 4)
        #expect(array(growing) == [0x52, 0x49, 0x46, 0x46, 0xCD, 0xAB, 2, 255, 255])
    }

    @Test func `bytes that were taken are another's, and new ones begin anew`() throws {
        let growing = GrowingBytes()
        try append([1, 2, 3], to: growing)
        let first = growing.take()
        #expect(growing.count == 0)
        try append([9], to: growing)
        #expect(first == ByteBlock(copying: [1, 2, 3]))
        #expect(growing.take() == ByteBlock(copying: [9]))
    }

    @Test func `no bytes make an empty block`() throws {
        let growing = GrowingBytes()
        #expect(growing.take().count == 0)
        try append([], to: growing)
        #expect(growing.take().count == 0)
    }

    @Test func `as many bytes as the limit are too many, and none of them are added`() throws {
        let excess = CodecError.encoding(.webp, "too long")
        let growing = GrowingBytes(limit: 6, excess: excess)
        try append([1, 2, 3], to: growing)
        #expect(throws: excess) { try append([4, 5, 6], to: growing) }
        #expect(throws: excess) { try growing.append(4, bytes: 3) }
        #expect(throws: excess) { try growing.append("four") }
        try append([4, 5], to: growing)
        #expect(growing.take() == ByteBlock(copying: [1, 2, 3, 4, 5]))
    }
}
