import Testing
import WebImageBytes

/// Numbers of some bits in both orders.
struct BitReaderTests {
    @Test func `the most significant bit is the first one`() {
        let numbers = read([3, 1, 6], of: [0b1010_0110, 0b1100_0000], .big)
        #expect(numbers == [0b101, 0, 0b0110_11])
    }

    @Test func `the least significant bit is the first one`() {
        let numbers = read([3, 1, 6], of: [0, 0b1010_0110, 0b11][1...], .little)
        #expect(numbers == [0b110, 0, 0b11_1010])
    }

    @Test(arguments: [ByteReader.Order.big, .little])
    func `zeros follow the end`(order: ByteReader.Order) {
        var bits = BitReader([0xFF], order)
        let whole = bits.read(8)
        #expect(whole == 0xFF && !bits.isPastEnd)
        let behind = bits.read(32)
        #expect(behind == 0 && bits.isPastEnd)
        bits.skip(.max)
        let far = bits.read(32)
        #expect(far == 0 && bits.isPastEnd)
    }

    private static let codes: [(bytes: [UInt8], number: Int)] = [
        ([0b1000_0000], 0), ([0b0100_0000], 1), ([0b0110_0000], 2), ([0b0010_1000], 4),
        ([0, 0, 0, 1, 0xFF, 0xFF, 0xFF, 0xFE], 4_294_967_294),
        ([0, 0, 0, 0, 0x80, 0, 0, 0, 0], 4_294_967_295), ([0, 0, 0, 0, 0, 1], 4_294_967_295),
    ]

    @Test(arguments: codes)
    func `a code counts the zeros before its number`(bytes: [UInt8], number: Int) {
        var bits = BitReader(bytes[...], .big)
        let found = bits.readCode()
        #expect(found == number && !bits.isPastEnd)
    }

    @Test func `a code without an end is past the end`() {
        var bits = BitReader([0, 0], .big)
        _ = bits.readCode()
        #expect(bits.isPastEnd)
    }

    @Test(arguments: zip(0..<4, [8, 17, 34, 67]))
    func `two bits choose one of four forms`(form: Int, number: Int) {
        var bits = BitReader([UInt8(form | form << 2)], .little)
        let found = bits.read([(8, 0), (16, 1), (32, 2), (64, 3)])
        #expect(found == number)
    }

    private func read(
        _ counts: [Int], of bytes: ArraySlice<UInt8>, _ order: ByteReader.Order
    ) -> [Int] {
        var bits = BitReader(bytes, order)
        return counts.map { bits.read($0) }
    }
}
