import Testing
import WebImageCaching
import WebImageLoading
import WebImageRuntime

@Suite struct IPAddressTests {
    @Test(arguments: [
        ("0.0.0.0", "0.0.0.0"), ("192.0.2.255", "192.0.2.255"), ("::", "::"), ("::1", "::1"),
        ("1::", "1::"), ("2001:DB8:0:0:0:0:0:1", "2001:db8::1"),
        ("2001:db8::0001:0", "2001:db8::1:0"), ("1:0:0:2:0:0:0:3", "1:0:0:2::3"),
        ("1:0:2:3:4:5:6:7", "1:0:2:3:4:5:6:7"), ("::ffff:192.0.2.1", "::ffff:192.0.2.1"),
        ("::FFFF:c000:0201", "::ffff:192.0.2.1"), ("64:ff9b::8.8.8.8", "64:ff9b::808:808"),
        ("1:2:3:4:5:6:7::", "1:2:3:4:5:6:7:0"), ("::2:3:4:5:6:7:8", "0:2:3:4:5:6:7:8"),
        ("1:2:3:4:5:6:1.2.3.4", "1:2:3:4:5:6:102:304"),
    ])
    func `an address has one canonical spelling`(_ text: String, _ canonical: String) throws {
        let address = try #require(IPAddress(text))
        #expect(address.description == canonical)
        #expect(IPAddress(canonical) == address)
    }

    @Test(arguments: [
        "", ".", "1.2.3", "1.2.3.4.5", "1.2.3.256", "01.2.3.4", "1.2.3.4.", "0x1.2.3.4", "1..2.3",
        "127.1", "2130706433", " 1.2.3.4", "+1.2.3.4", ":", ":::", "1::2::3", "1:2:3:4:5:6:7",
        "1:2:3:4:5:6:7:8:9", "1:2:3:4:5:6:7:8::", "::12345", "::g", "[::1]", "fe80::1%eth0",
        "1.2.3.4::", "::1.2.3", "::1.2.3.4:5", ":1::2", "1::2:", "::+1", "example.com", "１.1.1.1",
        "1:2:3:4:5:6:7:1.2.3.4",
    ])
    func `every other spelling is refused`(_ text: String) {
        #expect(IPAddress(text) == nil)
    }

    @Test(arguments: [
        ("127.0.0.1", "127.0.0.1"), ("127.1", "127.0.0.1"), ("127.0.1", "127.0.0.1"),
        ("2130706433", "127.0.0.1"), ("0x7f000001", "127.0.0.1"), ("0X7F.1", "127.0.0.1"),
        ("0177.0.0.01", "127.0.0.1"), ("017700000001", "127.0.0.1"), ("127.65535", "127.0.255.255"),
        ("0", "0.0.0.0"), ("0x", "0.0.0.0"), ("127.0.0.1.", "127.0.0.1"), ("[::1]", "::1"),
        ("::1%lo", "::1"), ("[fe80::1%25eth0]", "fe80::1"), ("127。0。0。1", "127.0.0.1"),
        ("１２７．０．０．１", "127.0.0.1"), ("①②⑦.⓪.⓪.①", "127.0.0.1"), ("127｡1", "127.0.0.1"),
        ("%31%32%37.0.0.1", "127.0.0.1"), ("127.0.0.\u{200b}1", "127.0.0.1"),
        ("1\u{ad}27.0.0.1", "127.0.0.1"), ("𝟏𝟐𝟕.1", "127.0.0.1"), ("⑩.⑩.1", "10.10.0.1"),
        ("0xA9.0xFE.0xA9.0xFE", "169.254.169.254"), ("2852039166", "169.254.169.254"),
        ("0251.0376.0251.0376", "169.254.169.254"), ("[::ffff:7f00:1]", "::ffff:127.0.0.1"),
        ("4294967295", "255.255.255.255"),
    ])
    func `a resolver's spellings are read`(_ text: String, _ expected: String) {
        #expect(IPAddress(anySpelling: text)?.description == expected)
    }

    @Test(arguments: [
        "", ".", "localhost", "example.com", "4294967296", "256.0.0.1", "1.2.3.4.5", "127..1",
        "0x7g.1", "08.1", "1.2.65536", "-1", "+1", "1e3", "0b1", "[::1", "a::g", "1.2.3.4..",
    ])
    func `a name is no address`(_ text: String) {
        #expect(IPAddress(anySpelling: text) == nil)
    }

    @Test func `a mapped address stands for what it maps`() throws {
        #expect(try #require(IPAddress("::ffff:192.0.2.1")).unmapped == IPAddress("192.0.2.1"))
        #expect(try #require(IPAddress("::fffe:192.0.2.1")).unmapped.version == .v6)
        #expect(try #require(IPAddress("::1")).unmapped == IPAddress("::1"))
    }

    @Test func `bytes are read in network order`() {
        #expect(IPAddress(bytes: [192, 0, 2, 1])?.description == "192.0.2.1")
        let long: [UInt8] = [0x20, 1, 0xd, 0xb8] + [UInt8](repeating: 0, count: 11) + [1]
        #expect(IPAddress(bytes: long)?.description == "2001:db8::1")
        #expect(IPAddress(bytes: [1, 2, 3]) == nil)
    }

    @Test func `every address reads back as it was written`() {
        var numbers = SystemRandomNumberGenerator()
        for _ in 0..<2_000 {
            // Half of the groups are zero, so that there are runs of all lengths.
            let groups = (0..<8).map { _ in
                Bool.random(using: &numbers) ? 0 : UInt16.random(in: 0...0xffff, using: &numbers)
            }
            let bytes = groups.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xff)] }
            let address = IPAddress(bytes: bytes)
            #expect(address.map { IPAddress($0.description) } == address)
        }
    }
}
