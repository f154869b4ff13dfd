package import FoundationEssentials
package import WebImageCaching
import WebImageCoding
import WebImageLoading

/// The signature of a request in its header fields (AWS Signature Version 4).
package struct S3Signature: Sendable {
    /// The digest of an empty body, the value of `x-amz-content-sha256`.
    package static let emptyDigest = SHA256.hexDigest(of: [])

    private let credentials: S3Credentials
    private let region: String
    private let service: String
    /// The moment as `20130524T000000Z`, the value of `x-amz-date`.
    package let moment: String

    /// Creates the signature of one moment.
    package init(
        _ credentials: S3Credentials, region: String, service: String = "s3", at date: Date
    ) {
        self.credentials = credentials
        self.region = region
        self.service = service
        moment = date.formatted(.iso8601).split { "-:".contains($0) }.joined()
    }

    /// Returns the fields of a request with its signature's: moment, digest, token and
    /// `Authorization`.
    ///
    /// Signed are `Host` and the fields `x-amz-…`; proxies may change others.
    func signing(_ fields: HeaderFields, method: String, to place: S3Place) -> HeaderFields {
        var fields = fields
        fields["x-amz-date"] = moment
        fields["x-amz-content-sha256"] = Self.emptyDigest
        fields["x-amz-security-token"] = credentials.sessionToken
        var signed = HeaderFields([("host", place.authority)])
        for field in fields.fields where field.name.lowercased().hasPrefix("x-amz-") {
            signed.append(field.name, field.value)
        }
        fields["Authorization"] = authorization(
            method: method, path: place.path, query: place.query, signed: signed,
            digest: Self.emptyDigest)
        return fields
    }

    /// Returns the value of `Authorization`.
    ///
    /// - Parameters:
    ///   - path: The path as it is sent, escaped.
    ///   - query: Names and values of the query, not escaped.
    ///   - signed: All fields that are signed, `Host` among them.
    ///   - digest: The digest of the body in hexadecimal digits.
    package func authorization(
        method: String, path: String, query: [(String, String)], signed: HeaderFields,
        digest: String
    ) -> String {
        let values = Dictionary(
            grouping: signed.fields.map { ($0.name.lowercased(), Self.plain($0.value)) }, by: \.0)
        let names = values.keys.sorted()
        let lines = names.map { name in
            "\(name):\((values[name] ?? []).map(\.1).joined(separator: ","))\n"
        }
        let list = names.joined(separator: ";")
        let request = [
            method, path, Self.canonical(query: query), lines.joined(), list, digest,
        ].joined(separator: "\n")
        let scope = "\(moment.prefix(8))/\(region)/\(service)/aws4_request"
        let text = "AWS4-HMAC-SHA256\n\(moment)\n\(scope)\n\(SHA256.hexDigest(of: request.utf8))"
        let signature = HMAC.sha256(of: Array(text.utf8), key: key()).map(Self.hexadecimal)
            .joined()
        return "AWS4-HMAC-SHA256 Credential=\(credentials.accessKeyID)/\(scope), "
            + "SignedHeaders=\(list), Signature=\(signature)"
    }

    /// Returns the key of the day, region and service.
    private func key() -> [UInt8] {
        let parts = [String(moment.prefix(8)), region, service, "aws4_request"]
        return parts.reduce(Array("AWS4\(credentials.secretAccessKey)".utf8)) {
            HMAC.sha256(of: Array($1.utf8), key: $0)
        }
    }

    /// Returns a query in the order of its escaped names.
    package static func canonical(query: [(String, String)]) -> String {
        query.map { (PercentCoding.encodeComponent($0.0), PercentCoding.encodeComponent($0.1)) }
            .sorted { $0 < $1 }.map { "\($0.0)=\($0.1)" }.joined(separator: "&")
    }

    /// Returns a path with every byte escaped that is neither unreserved nor a slash.
    package static func escaped(path: String) -> String {
        path.split(separator: "/", omittingEmptySubsequences: false)
            .map { PercentCoding.encodeComponent(String($0)) }.joined(separator: "/")
    }

    /// Returns a value without blanks at its ends, and with one in place of several.
    private static func plain(_ value: String) -> String {
        value.split(separator: " ").joined(separator: " ")
    }

    private static func hexadecimal(_ byte: UInt8) -> String {
        let digits = [byte >> 4, byte & 15].map { Hexadecimal.digit($0) }
        return String(decoding: digits, as: UTF8.self)
    }
}
