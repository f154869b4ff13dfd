package import WebImageCaching

extension HMAC {
    /// Returns the 20 bytes of the code over SHA-1.
    package static func sha1(of message: [UInt8], key: [UInt8]) -> [UInt8] {
        code(of: message, key: key, digest: SHA1.digest)
    }
}
