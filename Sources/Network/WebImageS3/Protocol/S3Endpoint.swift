import WebImageCaching
import WebImageCoding
import WebImageLoading

/// The hosts of a store.
struct S3Endpoint: Sendable {
    /// The address of a store other than AWS.
    private let own: HTTPAddress?
    private let usesPathStyle: Bool
    let region: String

    init(_ settings: S3Settings) throws(LoadFailure) {
        region = settings.region
        guard Self.isLabel(region) else {
            throw LoadFailure(.refusedRequest, "a region such as eu-central-1 is needed")
        }
        own = try? settings.endpoint.map { try HTTPAddress(loading: $0) }
        guard (own == nil) == (settings.endpoint == nil), own?.query == nil, own?.credentials == nil
        else {
            let form = "a URL such as https://minio.example:9000 (AWS_ENDPOINT_URL)"
            throw LoadFailure(.refusedRequest, "the endpoint of S3 must be \(form)")
        }
        // An address has no subdomains.
        let host = own?.origin.host.filter { $0 != "[" && $0 != "]" }
        usesPathStyle =
            settings.usesPathStyle ?? (own != nil) || host.flatMap { IPAddress($0) } != nil
    }

    /// The address of the store; nil for AWS.
    var identity: String? { own?.description }

    /// Returns the place of an object.
    ///
    /// - Parameter region: One label, since hosts of AWS contain it.
    func place(of object: S3Object, in region: String) -> S3Place {
        let key = "/" + S3Signature.escaped(path: object.key)
        let query = object.version.map { [("versionId", $0)] } ?? []
        let aws = "s3.\(region).amazonaws.com" + (region.hasPrefix("cn-") ? ".cn" : "")
        let authority = own?.origin.authority ?? aws
        let folder = own.map { $0.path.hasSuffix("/") ? String($0.path.dropLast()) : $0.path } ?? ""
        let isPath = usesPathStyle || own == nil && !Self.isLabel(object.bucket)
        return S3Place(
            scheme: own?.origin.scheme ?? "https",
            authority: isPath ? authority : "\(object.bucket).\(authority)",
            path: folder + (isPath ? "/\(object.bucket)\(key)" : key), query: query,
            isExempt: own != nil && isPath)
    }

    /// Returns `true` for a text that is one label of a host: a region, or a bucket that
    /// certificates of `*.s3.….amazonaws.com` cover.
    static func isLabel(_ text: String) -> Bool {
        1...63 ~= text.utf8.count
            && text.utf8.allSatisfy {
                (48...57).contains($0) || (97...122).contains($0) || $0 == 45
            }
    }
}

/// The host and the target of an object.
struct S3Place: Sendable {
    let scheme: String
    /// Host and port, as they are signed and sent.
    let authority: String
    /// The path, escaped.
    let path: String
    let query: [(String, String)]
    /// `true` if the host is the configured one, whatever the object is, so that the endpoint's
    /// policy holds.
    let isExempt: Bool

    var url: String {
        let query = S3Signature.canonical(query: query)
        return "\(scheme)://\(authority)\(path)" + (query.isEmpty ? "" : "?\(query)")
    }
}
