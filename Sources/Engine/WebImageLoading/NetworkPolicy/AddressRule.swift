/// The reason for which an address is not part of the public internet.
///
/// The blocks come from IANA's registries of special-purpose addresses (RFC 6890), multicast and
/// reserved addresses. An address that carries an IPv4 address is judged by that one too.
///
/// One public address is refused as well: the wire server of Azure, which configures each virtual
/// machine there.
package enum AddressRule: String, Hashable, Sendable, CaseIterable {
    case unspecified
    case loopback
    case `private`
    case carrierGrade = "carrier-grade NAT"
    case linkLocal = "link-local"
    case siteLocal = "site-local"
    case uniqueLocal = "unique local"
    case documentation
    case benchmarking
    case multicast
    case broadcast
    case translation = "local-use translation"
    case teredo = "Teredo"
    case discard = "discard-only"
    case protocols = "reserved for protocols"
    case wireServer = "Azure's wire server"
    case reserved

    /// Creates the rule that applies to an address; `nil` for the public internet.
    package init?(_ address: IPAddress) {
        let address = address.unmapped
        if let row = Self.table.first(where: { $0.range.contains(address) }) {
            self = row.rule
            return
        }
        guard address.version == .v6 else { return nil }
        if let rule = Self.carried(by: address).lazy.compactMap(AddressRule.init).first {
            self = rule
            return
        }
        // No other address outside of 2000::/3 is assigned, except for the translation of IPv4.
        let isGlobal = Self.globalUnicast.contains(address) || Self.translated.contains(address)
        guard !isGlobal else { return nil }
        self = .reserved
    }

    private static let globalUnicast: AddressRange = "2000::/3"
    /// NAT64 with the well-known prefix (RFC 6052), without which IPv6-only hosts reach nothing.
    private static let translated: AddressRange = "64:ff9b::/96"
    private static let compatible: AddressRange = "::/96"
    private static let sixToFour: AddressRange = "2002::/16"

    /// Returns the IPv4 addresses in an IPv6 address, to which its packets are delivered.
    package static func carried(by address: IPAddress) -> [IPAddress] {
        guard address.version == .v6 else { return [] }
        let low = UInt32(truncatingIfNeeded: address.bits)
        var found: [UInt32] = []
        if compatible.contains(address) || translated.contains(address) { found.append(low) }
        if sixToFour.contains(address) {
            found.append(UInt32(truncatingIfNeeded: address.bits >> 80))
        }
        // ISATAP (RFC 5214): the interface identifier is 0000:5efe or 0200:5efe and the address.
        let identifier = UInt32(truncatingIfNeeded: address.bits >> 32)
        if identifier & 0xfdff_ffff == 0x5efe { found.append(low) }
        return found.map(IPAddress.init(v4:))
    }

    /// The rules; the first row whose block contains an address applies.
    private static let table: [(range: AddressRange, rule: AddressRule)] = [
        ("0.0.0.0/8", .unspecified), ("10.0.0.0/8", .private), ("100.64.0.0/10", .carrierGrade),
        ("127.0.0.0/8", .loopback), ("168.63.129.16/32", .wireServer),
        ("169.254.0.0/16", .linkLocal), ("172.16.0.0/12", .private),
        ("192.0.0.0/24", .protocols), ("192.0.2.0/24", .documentation),
        ("192.31.196.0/24", .protocols), ("192.52.193.0/24", .protocols),
        ("192.88.99.0/24", .protocols), ("192.168.0.0/16", .private),
        ("192.175.48.0/24", .protocols), ("198.18.0.0/15", .benchmarking),
        ("198.51.100.0/24", .documentation), ("203.0.113.0/24", .documentation),
        ("224.0.0.0/4", .multicast), ("255.255.255.255/32", .broadcast),
        ("240.0.0.0/4", .reserved),
        ("::/128", .unspecified), ("::1/128", .loopback), ("64:ff9b:1::/48", .translation),
        ("100::/64", .discard), ("2001::/32", .teredo), ("2001:2::/48", .benchmarking),
        ("2001::/23", .protocols), ("2001:db8::/32", .documentation),
        ("2620:4f:8000::/48", .protocols), ("3ffe::/16", .reserved),
        ("3fff::/20", .documentation), ("fc00::/7", .uniqueLocal), ("fe80::/10", .linkLocal),
        ("fec0::/10", .siteLocal), ("ff00::/8", .multicast),
    ]
}
