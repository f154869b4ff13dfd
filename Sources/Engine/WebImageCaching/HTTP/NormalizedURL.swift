import WebImageCoding

/// The one spelling of equal URLs, for keys.
package enum NormalizedURL {
    /// Returns an http or https URL as ``HTTPAddress`` sends it, and any other text without white
    /// space at its ends.
    ///
    /// A URL in its normal spelling is returned as it is, after one look at its bytes.
    package static func text(of url: String) -> String {
        if isNormal(url) { return url }
        return (try? HTTPAddress(url))?.url ?? trimmed(url)
    }

    /// Returns a text without white space at its ends, and without line breaks and tabs.
    package static func trimmed(_ text: String) -> String {
        var bytes = text.utf8.drop { $0 <= 32 }
        while let last = bytes.last, last <= 32 { bytes.removeLast() }
        return String(decoding: bytes.filter { $0 != 9 && $0 != 10 && $0 != 13 }, as: UTF8.self)
    }

    /// Returns `true` for most of the http and https URLs that are normal, and for no other text;
    /// such a URL has neither user nor fragment.
    ///
    /// A hit in memory cannot afford ``HTTPAddress``. A test compares both with random URLs.
    package static func isNormal(_ url: String) -> Bool {
        // Safe because the bytes are only read during the call.
        unsafe url.utf8.withContiguousStorageIfAvailable { unsafe isNormal($0) } ?? false
    }

    /// Returns `false` for dot segments, invalid escapes and IPv6 hosts, which take the slow path.
    private static func isNormal(_ url: UnsafeBufferPointer<UInt8>) -> Bool {
        guard url.count > 8 else { return false }
        // `https://` or `http://` as one number, the first byte lowest: single bytes are slow.
        let head = unsafe UnsafeRawBufferPointer(url).loadUnaligned(as: UInt64.self).littleEndian
        let isSecure = head == 0x2F2F_3A73_7074_7468
        guard isSecure || head << 8 == 0x2F2F_3A70_7474_6800,
            let path = unsafe endOfAuthority(in: url, isSecure: isSecure)
        else { return false }
        for index in path..<url.count {
            let byte = unsafe url[index]
            if isPlain(byte) { continue }
            switch byte {
            case 46: if unsafe url[index - 1] == 47 { return false }
            case 37:
                guard index + 2 < url.count, unsafe Hexadecimal.value(of: url[index + 1]) != nil,
                    unsafe Hexadecimal.value(of: url[index + 2]) != nil
                else { return false }
            default: return false
            }
        }
        return true
    }

    /// Returns the offset of the slash after a host in lower case, and after a port that is not the
    /// scheme's own; nil for anything else.
    private static func endOfAuthority(
        in url: UnsafeBufferPointer<UInt8>, isSecure: Bool
    ) -> Int? {
        let start = isSecure ? 8 : 7
        var index = start
        while unsafe index < url.count && isHost(url[index]) { index += 1 }
        guard index > start, index < url.count else { return nil }
        if unsafe url[index] == 47 { return index }
        guard unsafe url[index] == 58 else { return nil }
        index += 1
        var port = 0
        while index < url.count, case let byte = unsafe url[index], byte >= 48, byte <= 57 {
            port = port * 10 + Int(byte - 48)
            index += 1
            // No zero in front, and no number beyond the last port.
            guard port > 0, port < 65536 else { return nil }
        }
        guard port > 0, port != (isSecure ? 443 : 80), index < url.count, unsafe url[index] == 47
        else { return nil }
        return index
    }

    private static func isHost(_ byte: UInt8) -> Bool {
        switch byte {
        case 45, 46, 48...57, 95, 97...122: true
        default: false
        }
    }

    /// Returns `true` for a byte that is sent as it is, in a path or after it, and is no dot.
    private static func isPlain(_ byte: UInt8) -> Bool {
        byte < 128 && (byte < 64 ? plain.low : plain.high) & (1 << UInt64(byte & 63)) != 0
    }

    /// A bit for each byte below 128: `pchar`, `/` and `?` of RFC 3986, but for dots.
    private static let plain = (
        low: UInt64(0xAFFF_BFD2_0000_0000), high: UInt64(0x47FF_FFFE_87FF_FFFF)
    )
}
