/// Message authentication codes (RFC 2104).
package enum HMAC {
    /// Returns the 32 bytes of the code over SHA-256.
    package static func sha256(of message: [UInt8], key: [UInt8]) -> [UInt8] {
        code(of: message, key: key) { bytes in
            // Safe because the digest reads only the bytes that it is given, during the call.
            let words = unsafe bytes.withUnsafeBytes { unsafe SHA256.digest(of: $0) }
            return (0..<32).map { place in
                UInt8(truncatingIfNeeded: words[place / 4] >> UInt32(24 - place % 4 * 8))
            }
        }
    }

    /// Returns the code over a digest whose blocks have 64 bytes.
    package static func code(
        of message: [UInt8], key: [UInt8], digest: ([UInt8]) -> [UInt8]
    ) -> [UInt8] {
        var block = key.count > 64 ? digest(key) : key
        block += repeatElement(0, count: 64 - block.count)
        return digest(block.map { $0 ^ 0x5c } + digest(block.map { $0 ^ 0x36 } + message))
    }

    /// Returns `true` if all bytes are equal, after a time that only depends on their number.
    package static func isEqual(_ one: [UInt8], _ other: [UInt8]) -> Bool {
        guard one.count == other.count else { return false }
        return zip(one, other).reduce(0 as UInt8) { $0 | ($1.0 ^ $1.1) } == 0
    }
}
