import Testing
import WebImageURLs

@Suite struct Base64URLTests {
    @Test func `bytes have the digits of addresses and no padding`() {
        #expect(Base64URL.encode([0xfb, 0xff, 0xfe, 0xff]) == "-__-_w")
        #expect(Base64URL.encode([0xfb, 0xff, 0xfe, 0xff], isPadded: true) == "-__-_w==")
        #expect(Base64URL.encode([]) == "")
    }

    @Test func `digits are read back for every length`() {
        for count in 0..<70 {
            let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 167 &+ 255) }
            #expect(Base64URL.decode(Base64URL.encode(bytes)) == bytes)
        }
    }

    @Test(arguments: ["A", "AA=", "AA==", "A+AA", "A/AA", "AA AA", "AA\nAA", "AAé", "\u{0}AAA"])
    func `other characters and lengths are refused`(_ text: String) {
        #expect(Base64URL.decode(text) == nil)
    }
}
