import WebImageCoding

/// Base64 with the alphabet of addresses (RFC 4648, section 5).
package enum Base64URL {
    /// Returns the digits of some bytes, by default without padding.
    package static func encode(_ bytes: some Collection<UInt8>, isPadded: Bool = false) -> String {
        let digits = Base64.encode(bytes).utf8.compactMap { digit -> UInt8? in
            switch digit {
            case UInt8(ascii: "+"): UInt8(ascii: "-")
            case UInt8(ascii: "/"): UInt8(ascii: "_")
            case UInt8(ascii: "="): isPadded ? digit : nil
            default: digit
            }
        }
        return String(decoding: digits, as: UTF8.self)
    }

    /// Returns the bytes of some digits without padding; nil if one is not of the alphabet, or if
    /// their number is none of whole bytes.
    package static func decode(_ text: some StringProtocol) -> [UInt8]? {
        let digits = text.utf8.mapAll { digit -> UInt8? in
            switch digit {
            case UInt8(ascii: "-"): UInt8(ascii: "+")
            case UInt8(ascii: "_"): UInt8(ascii: "/")
            case 48...57, 65...90, 97...122: digit
            default: nil
            }
        }
        return digits.flatMap { Base64.decode($0) }
    }

    /// Returns the text of some digits, with any number of `=` after them if that is allowed; nil
    /// if there is none.
    package static func text(_ digits: some StringProtocol, padding: Bool = false) -> String? {
        var digits = Substring(digits).utf8
        while padding, digits.last == UInt8(ascii: "=") { digits.removeLast() }
        return decode(Substring(digits)).flatMap { String(validating: $0, as: UTF8.self) }
    }
}
