import WebImageCaching

/// A pair of secrets that signs addresses.
public struct ImgproxyKey: Hashable, Sendable, CustomStringConvertible {
    /// The key of the codes.
    public var key: [UInt8]
    /// The bytes before each signed path.
    public var salt: [UInt8]
    /// A text without the secrets.
    public var description: String { "a key of \(key.count) bytes" }

    /// Creates a pair.
    public init(key: [UInt8], salt: [UInt8]) { (self.key, self.salt) = (key, salt) }

    /// Returns the digits of the first bytes of a path's code.
    func signature(of path: String, size: Int) -> String {
        let code = HMAC.sha256(of: salt + Array("/\(path)".utf8), key: key)
        return Base64URL.encode(code.prefix(min(max(1, size), code.count)))
    }
}

extension ImgproxyGrammar {
    /// Returns a target with the signature of the first key; `unsafe` in its place without keys.
    ///
    /// - Parameter path: Options and source, with or without a slash before them.
    public func signed(_ path: String) -> String {
        let path = ImgproxyPath.withoutSlash(path[...])
        let text = ImgproxyPath.repaired(path.pieces(at: "?")[0])
        let signature = keys.first?.signature(of: text, size: signatureSize) ?? "unsafe"
        return "/\(signature)/\(path)"
    }

    /// Returns the signed target of a source, with any characters, and its options.
    ///
    /// - Parameters:
    ///   - source: The address of the source.
    ///   - options: The options, such as `rs:fill:300:200`, in their order.
    ///   - format: The name of the result's format, such as `webp`; empty for the source's.
    public func target(of source: String, options: [String] = [], format: String = "") -> String {
        let name = Base64URL.encode(Array(source.utf8)) + (format.isEmpty ? "" : ".\(format)")
        return signed((options + [name]).joined(separator: "/"))
    }

    /// Checks the signature of a repaired path.
    func check(_ signature: Substring, of path: String) throws(URLFault) {
        guard !keys.isEmpty else {
            if signature.utf8.contains(UInt8(ascii: ":")) {
                throw URLFault(.signature, "the signature is missing; any text stands for it")
            }
            return
        }
        let found = Array(signature.utf8)
        let expected =
            trustedSignatures + keys.map { $0.signature(of: path, size: signatureSize) }
        // All are compared: the time reveals nothing of the one that is equal.
        let matches = expected.filter { HMAC.isEqual(found, Array($0.utf8)) }
        guard !matches.isEmpty else { throw URLFault(.signature, "the signature is wrong") }
    }
}
