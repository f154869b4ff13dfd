import WebImageCaching
import WebImageRuntime

extension IPAddress {
    /// Reads every spelling that a resolver or a browser takes for an address.
    ///
    /// Besides the strict ones: brackets, zones, `127.1`, `0x7f.1`, `0177.0.0.1`, `2130706433`, a
    /// dot at the end, escapes such as `%31`, digits and dots of other scripts as IDNA maps them
    /// (UTS 46). A name is nil. Who judges addresses must know them all: what reads as a name here
    /// and as an address there is the way around the judge.
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

    /// Numbers and dots of any script as ASCII ones; what IDNA ignores is gone.
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

    /// One to four numbers, the last of which fills what is left (`inet_aton`).
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
