/// Base64 of RFC 4648, section 4.
package enum Base64 {
    private static let alphabet = Array(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

    /// Returns the digits of some bytes, with padding.
    package static func encode(_ bytes: some Collection<UInt8>) -> String {
        var text: [UInt8] = []
        text.reserveCapacity((bytes.count + 2) / 3 * 4)
        var pending: UInt32 = 0
        var count = 0
        for byte in bytes {
            pending = pending << 8 | UInt32(byte)
            count += 1
            if count == 3 {
                for shift in [18, 12, 6, 0] { text.append(alphabet[Int(pending >> shift & 63)]) }
                (pending, count) = (0, 0)
            }
        }
        if count > 0 {
            pending <<= UInt32(8 * (3 - count))
            for shift in [18, 12, 6, 0].prefix(count + 1) {
                text.append(alphabet[Int(pending >> shift & 63)])
            }
            text += repeatElement(61, count: 3 - count)
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// Returns the bytes of some digits; nil if the text is invalid.
    ///
    /// White space is skipped and padding may be missing, as in browsers (WHATWG Infra,
    /// "forgiving-base64 decode").
    package static func decode(_ text: some Sequence<UInt8>) -> [UInt8]? {
        var bytes: [UInt8] = []
        var pending: UInt32 = 0
        var digits = 0
        var padding = 0
        for character in text {
            switch character {
            case 9, 10, 12, 13, 32: continue
            case 61: padding += 1
            default:
                guard padding == 0, let digit = value(of: character) else { return nil }
                pending = (pending << 6 | digit) & 0xFF_FFFF
                digits += 1
                if digits % 4 == 0 {
                    bytes.append(UInt8(truncatingIfNeeded: pending >> 16))
                    bytes.append(UInt8(truncatingIfNeeded: pending >> 8))
                    bytes.append(UInt8(truncatingIfNeeded: pending))
                }
            }
        }
        guard padding == 0 || (digits % 4 > 1 && digits % 4 + padding == 4) else { return nil }
        switch digits % 4 {
        case 0: break
        case 2: bytes.append(UInt8(truncatingIfNeeded: pending >> 4))
        case 3:
            bytes.append(UInt8(truncatingIfNeeded: pending >> 10))
            bytes.append(UInt8(truncatingIfNeeded: pending >> 2))
        default: return nil
        }
        return bytes
    }

    private static func value(of character: UInt8) -> UInt32? {
        switch character {
        case 65...90: UInt32(character) - 65
        case 97...122: UInt32(character) - 71
        case 48...57: UInt32(character) + 4
        case 43: 62
        case 47: 63
        default: nil
        }
    }
}
