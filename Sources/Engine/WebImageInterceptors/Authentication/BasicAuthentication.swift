import WebImageCaching
import WebImageCoding
package import WebImageLoading

/// A name and a password that are sent to one origin only (RFC 7617).
package struct BasicAuthentication: LoadInterceptor {
    private let origin: HTTPAddress.Origin
    private let field: String

    /// The name of the user as a digest.
    package let identity: String

    // Another user may get other bytes.
    package var effect: OptionEffect { .bytes }

    package init(user: String, password: String, for url: String) throws(LoadFailure) {
        guard !user.utf8.contains(58) else {
            throw LoadFailure(
                .refusedRequest, "the user name must not contain a colon in Basic authentication")
        }
        origin = try HTTPAddress(loading: url).origin
        field = "Basic \(Base64.encode(Array("\(user):\(password)".utf8)))"
        identity = "basic(\(SHA256.hexDigest(of: "\(origin.spelling) \(field)".utf8)))"
    }

    /// Adds the field to requests for the origin.
    package func intercept(_ request: LoadRequest, next: NextLoad) async throws -> LoadedBody {
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
