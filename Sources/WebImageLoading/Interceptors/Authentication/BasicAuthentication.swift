import WebImageCaching
import WebImageCoding

/// Sends a name and a password to one origin only (RFC 7617).
///
///     let access = try BasicAuthentication(user: "me", password: "…", for: "https://example.com")
///     pipeline.interceptors = [access]
///
/// An origin is scheme, host and port. The first request has the field already. An `Authorization`
/// that the caller set is kept. A redirect to another origin drops the field. Images of one user
/// are cached for that user only.
public struct BasicAuthentication: LoadInterceptor {
    private let origin: HTTPAddress.Origin
    private let field: String

    /// The name of the user as a digest.
    public let identity: String

    /// `bytes`: another user may get other bytes.
    public var effect: OptionEffect { .bytes }

    /// Creates credentials for the origin of a URL.
    ///
    /// - Throws: ``LoadFailure`` of kind `refusedRequest` if that is no http or https URL, or if
    ///   the name has a colon.
    public init(user: String, password: String, for url: String) throws(LoadFailure) {
        guard !user.utf8.contains(58) else {
            throw LoadFailure(
                .refusedRequest, "the name of a user may have no colon in Basic authentication")
        }
        origin = try HTTPAddress(loading: url).origin
        field = "Basic \(Base64.encode(Array("\(user):\(password)".utf8)))"
        identity = "basic(\(SHA256.hexDigest(of: "\(origin.spelling) \(field)".utf8)))"
    }

    /// Adds the field to requests for the origin.
    public func intercept(_ request: LoadRequest, next: NextLoad) async throws -> LoadedBody {
        guard request.needsAuthorization(at: origin) else { return try await next(request) }
        return try await next(request.authorized(field))
    }
}

extension HTTPAddress.Origin {
    /// Scheme, host and port, always with the port.
    var spelling: String { "\(scheme)://\(host):\(port)" }

    /// Returns `true` if a URL has this origin.
    func contains(_ url: String) -> Bool { (try? HTTPAddress(url))?.origin == self }
}

extension LoadRequest {
    /// Returns `true` for a URL of that origin, unless the caller set `Authorization`.
    func needsAuthorization(at origin: HTTPAddress.Origin) -> Bool {
        guard headers["Authorization"] == nil, case .url(let url) = source else { return false }
        return origin.contains(url)
    }

    func authorized(_ field: String) -> LoadRequest {
        var request = self
        request.headers["Authorization"] = field
        return request
    }
}
