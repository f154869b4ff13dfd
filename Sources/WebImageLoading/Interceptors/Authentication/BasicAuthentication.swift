import WebImageCaching
import WebImageCoding
import WebImageRuntime

/// Sends a name and a password to one origin, and to no other (RFC 7617).
///
///     let access = try BasicAuthentication(user: "me", password: "…", for: "https://example.com")
///     pipeline.interceptors = [access]
///
/// An origin is scheme, host and port. The field is sent with the first request, without waiting to be
/// asked; where the caller set one of its own, that one stays. A redirect to another origin leaves it
/// behind. What is loaded for one user is cached for that user only.
public struct BasicAuthentication: LoadInterceptor {
    private let origin: HTTPAddress.Origin
    private let field: String

    /// Names the user by a digest.
    public let identity: String

    /// Other bytes may come for another user.
    public var effect: OptionEffect { .bytes }

    /// Credentials for the origin of a URL.
    ///
    /// - Throws: ``LoadFailure`` of kind `refusedRequest` if that is no http or https URL, or if the name has a colon.
    public init(user: String, password: String, for url: String) throws(LoadFailure) {
        guard !user.utf8.contains(58) else {
            throw LoadFailure(
                .refusedRequest, "the name of a user may have no colon in Basic authentication")
        }
        origin = try HTTPAddress.Origin(of: url)
        field = "Basic \(Base64.encode(Array("\(user):\(password)".utf8)))"
        identity = "basic(\(SHA256.hexDigest(of: "\(origin.spelling) \(field)".utf8)))"
    }

    /// Adds the field where it belongs.
    public func intercept(_ request: LoadRequest, next: NextLoad) async throws -> LoadedBody {
        guard request.headers["Authorization"] == nil, request.source.isAt(origin) else {
            return try await next(request)
        }
        var request = request
        request.headers["Authorization"] = field
        return try await next(request)
    }
}

extension HTTPAddress.Origin {
    /// The origin of a URL.
    init(of url: String) throws(LoadFailure) {
        do {
            self = try HTTPAddress(url).origin
        } catch {
            throw LoadFailure(.refusedRequest, error.reason)
        }
    }

    /// Scheme, host and port, the port always.
    var spelling: String { "\(scheme)://\(host):\(port)" }
}

extension ImageSource {
    /// Whether this is a URL of that origin.
    func isAt(_ origin: HTTPAddress.Origin) -> Bool {
        guard case .url(let text) = self else { return false }
        return (try? HTTPAddress(text))?.origin == origin
    }
}
