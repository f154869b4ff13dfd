extension CacheKey {
    /// SHA-256 of the key: the name of its file.
    package var sha256: SHA256.Digest {
        var text = text
        // Safe because the digest reads only the bytes it is given, during the call.
        return text.withUTF8 { unsafe SHA256.digest(of: UnsafeRawBufferPointer($0)) }
    }
}

extension SHA256.Digest {
    /// Which part of a cache folder an entry of that name is in: the first byte.
    var part: Int { Int(self[0] >> 24) }
}
