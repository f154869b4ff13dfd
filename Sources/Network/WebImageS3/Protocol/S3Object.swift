import WebImageCaching
import WebImageCoding
import WebImageLoading

/// An object of a bucket, as `s3://bucket/key` and `s3://bucket/key?versionId=version` name it.
struct S3Object: Hashable, Sendable {
    /// The most bytes of a key.
    private static let maxKeyByteCount = 1024

    let bucket: String
    /// The key, its escapes resolved.
    let key: String
    let version: String?

    /// Reads an address, of which keys of caches take the same parts.
    init(_ source: ImageSource) throws(LoadFailure) {
        guard case .url(let url) = source else {
            throw Self.refusal("S3 loads URLs, neither files nor data")
        }
        let parts = URLParts(NormalizedURL.trimmed(url))
        guard parts.scheme == "s3", let authority = parts.authority, Self.isBucket(authority) else {
            throw Self.refusal("an address such as s3://bucket/key is needed")
        }
        let path = parts.target.prefix { $0 != "?" }
        let query = parts.target[path.endIndex...].dropFirst()
        bucket = String(authority)
        key = try Self.text(path.dropFirst())
        guard !key.isEmpty else { throw Self.refusal("s3://\(bucket): the key is missing") }
        guard key.utf8.count <= Self.maxKeyByteCount else {
            throw Self.refusal("a key of S3 has at most \(Self.maxKeyByteCount) bytes")
        }
        // Servers and proxies would resolve them, and so leave the bucket.
        guard !key.split(separator: "/").contains(where: { $0 == "." || $0 == ".." }) else {
            throw Self.refusal("s3://\(bucket): a key with the parts . and .. is not loaded")
        }
        version = query.isEmpty ? nil : try Self.version(query)
    }

    /// Returns the version of `versionId=…`, or of a query that is the version alone.
    private static func version(_ query: Substring) throws(LoadFailure) -> String {
        let name = "versionId="
        if query.hasPrefix(name) { return try text(query.dropFirst(name.count)) }
        guard !query.contains("="), !query.contains("&") else {
            throw refusal("the query of an address of S3 is versionId=… or nothing")
        }
        return try text(query)
    }

    /// `true` for names that are a part of a host or path and nothing else.
    private static func isBucket(_ name: Substring) -> Bool {
        guard 3...255 ~= name.utf8.count, let first = name.utf8.first, isNameByte(first) else {
            return false
        }
        return name.utf8.allSatisfy { isNameByte($0) || [45, 46, 95].contains($0) }
            && !name.contains("..")
    }

    private static func isNameByte(_ byte: UInt8) -> Bool {
        (48...57).contains(byte) || (65...90).contains(byte) || (97...122).contains(byte)
    }

    private static func text(_ text: Substring) throws(LoadFailure) -> String {
        guard let text = String(validating: PercentCoding.decode(text.utf8), as: UTF8.self) else {
            throw refusal("the escapes of an address of S3 are UTF-8")
        }
        return text
    }

    private static func refusal(_ reason: String) -> LoadFailure {
        LoadFailure(.refusedRequest, reason)
    }
}
