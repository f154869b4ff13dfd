import WebImageCoding

/// The source at the end of a path: an address and the name of a format.
struct ImgproxySource {
    /// The address as it is written, decoded.
    let address: String
    /// The name of the format; nil if the path has none.
    let format: Substring?

    /// Reads `plain/ADDRESS@FORMAT`, or digits of Base64 such as `ADD/RESS.FORMAT`.
    ///
    /// - Parameters:
    ///   - parts: The parts of the path behind its options.
    ///   - includesFileName: `true` if a part behind those of Base64 is a name without meaning.
    init(_ parts: ArraySlice<Substring>, includesFileName: Bool) throws(URLFault) {
        let isPlain = parts.first == "plain" && parts.count > 1
        let text: String
        if isPlain {
            text = parts.dropFirst().joined(separator: "/")
        } else {
            text = parts.dropLast(includesFileName && parts.count > 1 ? 1 : 0).joined()
        }
        let pieces = text[...].pieces(at: isPlain ? "@" : ".")
        guard pieces.count <= 2 else {
            throw URLFault(
                .source, isPlain ? "expected one @; write %40 in the source" : "expected one dot")
        }
        format = pieces.count == 2 && !pieces[1].isEmpty ? pieces[1] : nil
        guard let bytes = isPlain ? Self.unescaped(pieces[0]) : Self.decoded(pieces[0]),
            let address = String(validating: bytes, as: UTF8.self), !address.isEmpty
        else {
            throw URLFault(
                .source,
                isPlain ? "expected an escaped address" : "expected plain/ or Base64")
        }
        guard bytes.allSatisfy({ $0 >= 32 && $0 != 127 }) else {
            throw URLFault(.source, "the address contains a control character")
        }
        self.address = address
    }

    private static func unescaped(_ text: Substring) -> [UInt8]? {
        PercentCoding.decode(text.utf8, isStrict: true)
    }

    private static func decoded(_ text: Substring) -> [UInt8]? {
        var digits = text.utf8
        while digits.last == UInt8(ascii: "=") { digits.removeLast() }
        return Base64URL.decode(Substring(digits))
    }
}
