import WebImageCaching
import WebImageCoding

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// An IPv4 or IPv6 address, without port or zone.
public struct IPAddress: Hashable, Sendable {
    package enum Version: Hashable, Sendable {
        case v4, v6

        package var bitCount: Int { self == .v4 ? 32 : 128 }
    }

    package let version: Version
    /// The address as a number; of IPv4 in the low 32 bits.
    package let bits: UInt128

    package init(_ version: Version, bits: UInt128) {
        self.version = version
        self.bits = bits
    }

    /// Creates an IPv4 address of a number, such as 0x7f000001.
    package init(v4 bits: UInt32) { self.init(.v4, bits: UInt128(bits)) }

    /// Creates an address of 4 or 16 bytes in network order; nil for any other number of bytes.
    public init?(bytes: some Collection<UInt8>) {
        guard bytes.count == 4 || bytes.count == 16 else { return nil }
        self.init(
            bytes.count == 4 ? .v4 : .v6, bits: bytes.reduce(0) { $0 << 8 | UInt128($1) })
    }

    /// Creates an address from `192.0.2.1` or `2001:db8::1` (RFC 4291, section 2.2); else nil.
    ///
    /// Brackets, zones, leading zeros in numbers and shortened IPv4 addresses are refused.
    public init?(_ text: some StringProtocol) {
        let text = String(text)
        // The system reads more: zones, and on C strings no further than a NUL.
        guard
            text.utf8.allSatisfy({
                Hexadecimal.value(of: $0) != nil || $0 == 46 || $0 == 58
            })
        else { return nil }
        let isV6 = text.utf8.contains(58)
        var bytes = [UInt8](repeating: 0, count: isV6 ? 16 : 4)
        // Safe because the system writes 4 or 16 bytes.
        guard unsafe inet_pton(isV6 ? AF_INET6 : AF_INET, text, &bytes) == 1 else { return nil }
        self.init(bytes: bytes)
    }

    /// The IPv4 address that an address of `::ffff:0:0/96` maps; any other address itself.
    package var unmapped: IPAddress {
        version == .v6 && bits >> 32 == 0xffff
            ? IPAddress(v4: UInt32(truncatingIfNeeded: bits)) : self
    }
}

extension IPAddress {
    /// Reads every spelling that a resolver or a browser accepts as an address; `nil` for a name.
    ///
    /// Besides the strict ones: brackets, zones, `127.1`, `0x7f.1`, `0177.0.0.1`, `2130706433`, a
    /// dot at the end, escapes such as `%31`, digits and dots of other scripts as IDNA maps them
    /// (UTS 46). A network policy must know them all: a text that is a name for the policy and an
    /// address for the resolver would evade it.
    package init?(anySpelling text: String) {
        var host = Self.mapped(text)[...]
        if host.first == "[", host.last == "]" { host = host.dropFirst().dropLast() }
        if host.utf8.contains(58) {
            self.init(host.prefix(untilByte: { $0 == 37 }))
            return
        }
        if host.utf8.contains(37) {
            host =
                Self.mapped(String(decoding: PercentCoding.decode(host.utf8), as: UTF8.self))[...]
        }
        if host.utf8.last == 46 { host = host.dropLast() }
        guard let bits = Self.number(host) else { return nil }
        self.init(v4: bits)
    }

    /// Returns the text with ASCII numbers and dots, without characters that IDNA ignores.
    private static func mapped(_ text: String) -> String {
        guard !text.utf8.allSatisfy({ $0 < 128 }) else { return text }
        return text.unicodeScalars.reduce(into: "") { result, scalar in
            switch scalar.value {
            case ..<128: result.unicodeScalars.append(scalar)
            case 0x3002, 0xff61: result += "."
            case 0xff01...0xff5e:
                result += String(decoding: [UInt8(scalar.value - 0xfee0)], as: UTF8.self)
            default:
                if scalar.properties.isDefaultIgnorableCodePoint { return }
                guard let number = scalar.properties.numericValue, number >= 0, number < 1000,
                    let digits = Int(exactly: number)
                else {
                    result.unicodeScalars.append(scalar)
                    return
                }
                result += String(digits)
            }
        }
    }

    /// Reads one to four numbers, the last of which fills the remaining bits (`inet_aton`).
    private static func number(_ text: Substring) -> UInt32? {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count <= 4 else { return nil }
        var bits: UInt32 = 0
        for (index, part) in parts.enumerated() {
            guard let number = value(of: part) else { return nil }
            let width = index == parts.count - 1 ? 32 - 8 * index : 8
            guard width == 32 || number < 1 << width else { return nil }
            bits = width == 32 ? number : bits << UInt32(width) | number
        }
        return bits

        func value(of text: Substring) -> UInt32? {
            guard text.utf8.allSatisfy({ $0 != 43 && $0 != 45 }) else { return nil }
            let lowered = text.lowercased()
            if lowered.hasPrefix("0x") {
                return lowered.count == 2 ? 0 : UInt32(lowered.dropFirst(2), radix: 16)
            }
            return UInt32(lowered, radix: lowered.hasPrefix("0") ? 8 : 10)
        }
    }
}

extension IPAddress: CustomStringConvertible {
    /// The canonical spelling (RFC 5952).
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

    /// Returns the first of the longest runs of two or more zeros.
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
