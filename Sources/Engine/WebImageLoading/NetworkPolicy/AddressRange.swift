/// A block of addresses, such as `10.0.0.0/8` or `fd00::/8` (CIDR, RFC 4632).
public struct AddressRange: Hashable, Sendable {
    let first: IPAddress
    /// The number of leading bits that all addresses of the block share.
    let prefixLength: Int

    /// Creates the block of the addresses that share leading bits with an address.
    ///
    /// `::ffff:0:0/96` and its parts stand for the IPv4 addresses that they map.
    ///
    /// - Parameter prefixLength: From 0 to 32 for IPv4, to 128 for IPv6; clamped to that range.
    init(_ address: IPAddress, prefixLength: Int) {
        let plain = prefixLength >= 96 ? address.unmapped : address
        let isUnmapped = plain.version != address.version
        let width = plain.version.bitCount
        let length = min(max(isUnmapped ? prefixLength - 96 : prefixLength, 0), width)
        self.prefixLength = length
        let rest = width - length
        first = IPAddress(plain.version, bits: rest == 128 ? 0 : (plain.bits >> rest) << rest)
    }

    /// Creates a block from text such as `10.0.0.0/8`, or of a single address; nil for other text.
    public init?(_ text: some StringProtocol) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count <= 2, let address = IPAddress(parts[0]) else { return nil }
        guard parts.count == 2 else {
            self.init(address, prefixLength: address.version.bitCount)
            return
        }
        guard let length = Int(digits: parts[1]), length <= address.version.bitCount else {
            return nil
        }
        self.init(address, prefixLength: length)
    }

    /// Returns `true` if an address lies in the block; a mapped IPv4 address counts as such.
    package func contains(_ address: IPAddress) -> Bool {
        let address = address.unmapped
        guard address.version == first.version else { return false }
        let rest = address.version.bitCount - prefixLength
        return rest == 128 || (address.bits ^ first.bits) >> rest == 0
    }
}

extension AddressRange: ExpressibleByStringLiteral {
    /// Creates a block from a literal such as `"10.0.0.0/8"`; an invalid one stops the program.
    public init(stringLiteral text: String) {
        guard let range = AddressRange(text) else {
            preconditionFailure("'\(text)' is not an address range such as 10.0.0.0/8.")
        }
        self = range
    }
}

extension AddressRange: CustomStringConvertible {
    /// The first address and the length of the prefix, as in `10.0.0.0/8`.
    public var description: String { "\(first)/\(prefixLength)" }
}
