import Testing
import WebImageCaching
import WebImageLoading
import WebImageRuntime

@Suite struct AddressRangeTests {
    @Test(arguments: [
        ("10.0.0.0/8", "10.0.0.0/8"), ("10.1.2.3/8", "10.0.0.0/8"), ("10.1.2.3", "10.1.2.3/32"),
        ("0.0.0.0/0", "0.0.0.0/0"), ("::/0", "::/0"), ("fd12::1/8", "fd00::/8"), ("::1", "::1/128"),
        ("::ffff:10.0.0.0/104", "10.0.0.0/8"), ("::ffff:0:0/96", "0.0.0.0/0"),
    ])
    func `a block begins where its prefix says`(_ text: String, _ canonical: String) {
        #expect(AddressRange(text)?.description == canonical)
    }

    @Test(arguments: [
        "", "10/8", "10.0.0.0/33", "::/129", "10.0.0.0/-1", "10.0.0.0/+8", "10.0.0.0/", "/8",
        "10.0.0.0/8/8", "10.0.0.0/ 8", "example.com/8",
    ])
    func `what is no block is refused`(_ text: String) { #expect(AddressRange(text) == nil) }

    @Test(arguments: [
        ("10.0.0.0/8", "10.255.255.255", true), ("10.0.0.0/8", "11.0.0.0", false),
        ("10.0.0.0/8", "9.255.255.255", false), ("10.0.0.0/8", "::ffff:10.0.0.1", true),
        ("192.0.2.1", "192.0.2.1", true), ("192.0.2.1", "192.0.2.0", false),
        ("0.0.0.0/0", "255.255.255.255", true), ("0.0.0.0/0", "::1", false),
        ("::/0", "ffff::", true), ("::/0", "127.0.0.1", false), ("fc00::/7", "fdff::1", true),
        ("fc00::/7", "fe00::", false), ("::1", "::1", true), ("::1", "::2", false),
    ])
    func `a block holds its addresses and no others`(
        _ range: String, _ address: String, _ isInside: Bool
    ) throws {
        let address = try #require(IPAddress(address))
        #expect(try #require(AddressRange(range)).contains(address) == isInside)
    }
}
