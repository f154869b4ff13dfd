import Testing
import WebImageCaching
import WebImageLoading
import WebImageRuntime

/// The table of addresses that loads of untrusted URLs must not reach.
///
/// The rows have the first and last address of each block in IANA's registries of special-purpose
/// addresses, and each way to embed one address in another.
@Suite struct AddressRuleTests {
    @Test(arguments: [
        ("0.0.0.0", AddressRule.unspecified), ("0.0.0.1", .unspecified),
        ("0.255.255.255", .unspecified), ("10.0.0.0", .private), ("10.255.255.255", .private),
        ("100.64.0.0", .carrierGrade), ("100.127.255.255", .carrierGrade),
        ("127.0.0.0", .loopback), ("127.0.0.1", .loopback), ("127.255.255.255", .loopback),
        ("168.63.129.16", .wireServer),
        ("169.254.0.0", .linkLocal), ("169.254.169.254", .linkLocal),
        ("169.254.255.255", .linkLocal), ("172.16.0.0", .private), ("172.31.255.255", .private),
        ("192.0.0.0", .protocols), ("192.0.0.170", .protocols), ("192.0.0.255", .protocols),
        ("192.0.2.0", .documentation), ("192.0.2.255", .documentation),
        ("192.31.196.1", .protocols), ("192.52.193.1", .protocols), ("192.88.99.1", .protocols),
        ("192.168.0.0", .private), ("192.168.255.255", .private), ("192.175.48.1", .protocols),
        ("198.18.0.0", .benchmarking), ("198.19.255.255", .benchmarking),
        ("198.51.100.0", .documentation), ("198.51.100.255", .documentation),
        ("203.0.113.0", .documentation), ("203.0.113.255", .documentation),
        ("224.0.0.0", .multicast), ("233.252.0.1", .multicast), ("239.255.255.255", .multicast),
        ("240.0.0.0", .reserved), ("255.255.255.254", .reserved), ("255.255.255.255", .broadcast),
    ])
    func `an IPv4 address that is not public is told by its rule`(
        _ text: String, _ rule: AddressRule
    ) throws {
        #expect(AddressRule(try #require(IPAddress(text))) == rule)
    }

    @Test(arguments: [
        ("::", AddressRule.unspecified), ("::1", .loopback), ("::2", .unspecified),
        ("64:ff9b:1::", .translation), ("64:ff9b:1:ffff:ffff:ffff:ffff:ffff", .translation),
        ("64:ff9b:1::8.8.8.8", .translation), ("64:ff9b:1:a00:0:100::", .translation),
        ("100::", .discard), ("100::ffff:ffff:ffff:ffff", .discard), ("100:0:0:1::1", .reserved),
        ("2001::1", .teredo), ("2001:0:4136:e378:8000:63bf:3fff:fdd2", .teredo),
        ("2001:2::1", .benchmarking), ("2001:3::1", .protocols), ("2001:4:112::1", .protocols),
        ("2001:10::1", .protocols), ("2001:20::1", .protocols), ("2001:30::1", .protocols),
        ("2001:1ff:ffff::1", .protocols), ("2001:db8::1", .documentation),
        ("2001:db8:ffff:ffff:ffff:ffff:ffff:ffff", .documentation),
        ("2620:4f:8000::1", .protocols), ("3ffe::1", .reserved), ("3fff::1", .documentation),
        ("3fff:fff:ffff::1", .documentation), ("4000::1", .reserved), ("5f00::1", .reserved),
        ("fc00::", .uniqueLocal), ("fd00::1", .uniqueLocal), ("fdff:ffff::1", .uniqueLocal),
        ("fe00::1", .reserved), ("fe80::", .linkLocal), ("febf:ffff::1", .linkLocal),
        ("fec0::", .siteLocal), ("feff:ffff::1", .siteLocal), ("ff00::", .multicast),
        ("ff02::1", .multicast), ("ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff", .multicast),
        ("::1:0:0:0", .reserved), ("1::", .reserved), ("200::1", .reserved),
    ])
    func `an IPv6 address that is not public is told by its rule`(
        _ text: String, _ rule: AddressRule
    ) throws {
        #expect(AddressRule(try #require(IPAddress(text))) == rule)
    }

    @Test(arguments: [
        ("127.0.0.1", AddressRule.loopback), ("10.1.2.3", .private),
        ("169.254.169.254", .linkLocal), ("100.64.0.1", .carrierGrade), ("0.0.0.0", .unspecified),
        ("224.0.0.1", .multicast), ("255.255.255.255", .broadcast),
        ("168.63.129.16", .wireServer),
    ])
    func `an address that carries one is told by the carried one's rule`(
        _ text: String, _ rule: AddressRule
    ) throws {
        let bits = try #require(IPAddress(text)).description.split(separator: ".")
            .compactMap { UInt8($0) }
        let high = hex(bits[0], bits[1])
        let low = hex(bits[2], bits[3])
        let spellings = [
            "::ffff:\(text)", "::ffff:\(high):\(low)", "64:ff9b::\(text)", "2002:\(high):\(low)::1",
            "2606:4700::5efe:\(text)", "2606:4700::200:5efe:\(text)",
        ]
        for spelling in spellings {
            #expect(AddressRule(try #require(IPAddress(spelling))) == rule, "\(spelling)")
        }
        // Those are rejected with any embedded address.
        #expect(AddressRule(try #require(IPAddress("::\(text)"))) != nil)
        #expect(AddressRule(try #require(IPAddress("fe80::5efe:\(text)"))) == .linkLocal)
    }

    private func hex(_ first: UInt8, _ second: UInt8) -> String {
        String(Int(first) << 8 | Int(second), radix: 16)
    }

    @Test(arguments: [
        "1.0.0.0", "8.8.8.8", "9.255.255.255", "11.0.0.0", "100.63.255.255", "100.128.0.0",
        "126.255.255.255", "128.0.0.0", "168.63.129.15", "168.63.129.17", "169.253.255.255",
        "169.255.0.0", "172.15.255.255",
        "172.32.0.0", "192.0.1.0", "192.0.3.0", "192.167.255.255", "192.169.0.0", "198.17.255.255",
        "198.20.0.0", "198.51.99.255", "198.51.101.0", "203.0.112.255", "203.0.114.0",
        "223.255.255.255", "2000::1", "2001:200::1", "2001:db7::1", "2001:db9::1",
        "2606:4700:4700::1111", "2a00:1450:4001:80b::200e", "3ffd::1", "3fff:1000::1",
        "::ffff:8.8.8.8", "64:ff9b::8.8.8.8", "2002:808:808::1", "2606:4700::5efe:8.8.8.8",
        "2606:4700::5eff:127.0.0.1",
    ])
    func `a public address falls under no rule`(_ text: String) throws {
        #expect(AddressRule(try #require(IPAddress(text))) == nil)
    }

    @Test func `IPv4-compatible addresses are refused even of public ones`() throws {
        #expect(AddressRule(try #require(IPAddress("::8.8.8.8"))) == .reserved)
        #expect(AddressRule(try #require(IPAddress("::127.0.0.1"))) == .loopback)
    }
}
