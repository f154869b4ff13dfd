import WebImageCaching
import WebImageRuntime

/// An IPv4 or IPv6 address, without port or zone.
public struct IPAddress: Hashable, Sendable {
    /// The version of the protocol.
    public enum Version: Hashable, Sendable {
        /// 32 bits.
        case v4
        /// 128 bits.
        case v6

        /// How many bits an address has.
        package var bitCount: Int { self == .v4 ? 32 : 128 }
    }

    /// The version of the protocol.
    public let version: Version
    /// The address as a number; an IPv4 address in the low 32 bits.
    package let bits: UInt128

    package init(_ version: Version, bits: UInt128) {
        self.version = version
        self.bits = bits
    }

    /// An IPv4 address of a number, such as 0x7f000001.
    package init(v4 bits: UInt32) { self.init(.v4, bits: UInt128(bits)) }

    /// An address of 4 or 16 bytes in network order, nil for any other number of them.
    public init?(bytes: some Collection<UInt8>) {
        guard bytes.count == 4 || bytes.count == 16 else { return nil }
        self.init(
            bytes.count == 4 ? .v4 : .v6, bits: bytes.reduce(0) { $0 << 8 | UInt128($1) })
    }

    /// Reads `192.0.2.1` or `2001:db8::1` (RFC 4291, section 2.2), and no other spelling.
    ///
    /// Neither brackets nor a zone, no number with a leading zero, no shortened IPv4 address.
    public init?(_ text: some StringProtocol) {
        let bytes = Array(text.utf8)
        if bytes.contains(58) {
            guard let bits = Self.v6(bytes) else { return nil }
            self.init(.v6, bits: bits)
        } else {
            guard let bits = Self.v4(bytes[...]) else { return nil }
            self.init(v4: bits)
        }
    }

    /// The IPv4 address that `::ffff:0:0/96` maps, every other address itself.
    public var unmapped: IPAddress {
        version == .v6 && bits >> 32 == 0xffff
            ? IPAddress(v4: UInt32(truncatingIfNeeded: bits)) : self
    }

    private static func v4(_ text: ArraySlice<UInt8>) -> UInt32? {
        let parts = text.split(separator: 46, omittingEmptySubsequences: false)
        guard parts.count == 4 else { return nil }
        var bits: UInt32 = 0
        for part in parts {
            guard (1...3).contains(part.count), part.allSatisfy({ $0 >= 48 && $0 <= 57 }),
                part.count == 1 || part.first != 48
            else { return nil }
            let number = part.reduce(0) { $0 * 10 + UInt32($1 - 48) }
            guard number < 256 else { return nil }
            bits = bits << 8 | number
        }
        return bits
    }

    private static func v6(_ text: [UInt8]) -> UInt128? {
        guard
            let gap = text.indices.dropLast().first(where: { text[$0] == 58 && text[$0 + 1] == 58 })
        else {
            guard let groups = groups(text[...]), groups.count == 8 else { return nil }
            return number(groups)
        }
        // A second gap leaves an empty group, which is none.
        guard let front = groups(text[..<gap]), let back = groups(text[(gap + 2)...]),
            front.count + back.count < 8
        else { return nil }
        let zeros = [UInt16](repeating: 0, count: 8 - front.count - back.count)
        // Only the end may be written as an IPv4 address.
        guard !text[..<gap].contains(46) else { return nil }
        return number(front + zeros + back)
    }

    private static func number(_ groups: [UInt16]) -> UInt128 {
        groups.reduce(0) { $0 << 16 | UInt128($1) }
    }

    /// The groups between colons, the last of which may be an IPv4 address.
    private static func groups(_ text: ArraySlice<UInt8>) -> [UInt16]? {
        guard !text.isEmpty else { return [] }
        let parts = text.split(separator: 58, omittingEmptySubsequences: false)
        var groups: [UInt16] = []
        for (index, part) in parts.enumerated() {
            if part.contains(46) {
                guard index == parts.count - 1, let bits = v4(part) else { return nil }
                groups += [UInt16(bits >> 16), UInt16(truncatingIfNeeded: bits)]
            } else {
                guard (1...4).contains(part.count), part.allSatisfy(\.isHexDigit),
                    let group = UInt16(String(decoding: part, as: UTF8.self), radix: 16)
                else { return nil }
                groups.append(group)
            }
        }
        return groups.count <= 8 ? groups : nil
    }
}

extension IPAddress: CustomStringConvertible {
    /// The one canonical spelling (RFC 5952).
    public var description: String {
        if version == .v4 {
            return [24, 16, 8, 0].map { String((bits >> $0) & 0xff) }.joined(separator: ".")
        }
        if unmapped.version == .v4 { return "::ffff:\(unmapped)" }
        let groups = (0..<8).map { UInt16(truncatingIfNeeded: bits >> (112 - 16 * $0)) }
        let text = { (part: ArraySlice<UInt16>) in
            part.map { String($0, radix: 16) }.joined(separator: ":")
        }
        guard let gap = Self.longestZeros(groups) else { return text(groups[...]) }
        return text(groups[..<gap.lowerBound]) + "::" + text(groups[gap.upperBound...])
    }

    /// The first of the longest runs of two zeros and more.
    private static func longestZeros(_ groups: [UInt16]) -> Range<Int>? {
        var best: Range<Int>?
        var start = 0
        for index in 0...groups.count where index == groups.count || groups[index] != 0 {
            if index - start >= 2, index - start > best?.count ?? 0 { best = start..<index }
            start = index + 1
        }
        return best
    }
}

extension UInt8 {
    fileprivate var isHexDigit: Bool {
        (self >= 48 && self <= 57) || (lowered >= 97 && lowered <= 102)
    }
}
