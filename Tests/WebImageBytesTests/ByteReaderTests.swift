import Testing
import WebImageBytes

@Suite struct ByteReaderTests {
    private let bytes = ByteBlock(copying: [1, 2, 3, 4, 5, 6, 7] as [UInt8])

    @Test func `numbers are read in both orders`() {
        #expect(bytes.withSpan { $0.u16(at: 1, .little) } == 0x0302)
        #expect(bytes.withSpan { $0.u16(at: 1, .big) } == 0x0203)
        #expect(bytes.withSpan { $0.u32(at: 3, .little) } == 0x0706_0504)
        #expect(bytes.withSpan { $0.u32(at: 3, .big) } == 0x0405_0607)
    }

    @Test(arguments: [-1, 4, 5, 6, 7, 8, .max, .min])
    func `a number that is not whole is nil`(offset: Int) {
        #expect(bytes.withSpan { $0.u32(at: offset, .little) } == nil)
        #expect(bytes.withSpan { $0.range(at: offset, count: 4) } == nil)
        #expect(bytes.withSpan { $0.has([4, 5, 6, 8], at: offset) } == false)
    }

    @Test func `a reader goes forward until the end and stays there`() {
        var reader = ByteReader(.big)
        #expect(bytes.withSpan { reader.u8(of: $0) } == 1)
        #expect(bytes.withSpan { reader.u16(of: $0) } == 0x0203)
        #expect(bytes.withSpan { reader.skip(5, of: $0) } == nil)
        #expect(bytes.withSpan { reader.skip(-1, of: $0) } == nil)
        #expect(bytes.withSpan { reader.skip(1, of: $0) } != nil)
        #expect(bytes.withSpan { reader.u32(of: $0) } == nil)
        #expect(reader.offset == 4)
        #expect(bytes.withSpan { reader.u16(of: $0) } == 0x0506)
        #expect(bytes.withSpan { reader.u8(of: $0) } == 7)
        #expect(bytes.withSpan { reader.u8(of: $0) } == nil)
    }

    @Test(
        arguments: [
            (7, 0, 7..<7), (0, 7, 0..<7), (1, .max, nil), (0, -1, nil), (8, 0, nil),
        ] as [(Int, Int, Range<Int>?)])
    func `ranges at the ends are exact`(offset: Int, count: Int, expected: Range<Int>?) {
        #expect(bytes.withSpan { $0.range(at: offset, count: count) } == expected)
    }

    @Test(arguments: [(99, 7), (3, 3), (-1, 0)])
    func `a prefix is held to what is there`(wanted: Int, found: Int) {
        #expect(bytes.withSpan { $0.prefixBytes(wanted) }.count == found)
    }
}
