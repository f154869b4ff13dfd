import WebImageCaching
import WebImageLoading

/// The way from the requested URL to the image, with the request for each step.
struct TwoStepURLPath {
    /// The requested URL, without user and fragment if it is http or https.
    let asked: String
    /// The requested URL for messages: no query, no user.
    let name: String
    /// The requested URL taken apart, `nil` for other schemes than http and https.
    private let home: HTTPAddress?
    /// The request for the next step.
    private(set) var request: LoadRequest
    /// The names of the responses that the way depends on.
    var keys: [TwoStepURLMemory.Key] = []
    private var visited: Set<String>
    /// The target of the last step, `nil` before the first.
    private var place: HTTPAddress?

    /// Creates the beginning of a way; `nil` for files and data.
    init?(_ request: LoadRequest) {
        guard case .url(let text) = request.source else { return nil }
        self.request = request
        home = try? HTTPAddress(text)
        asked = home?.url ?? text
        name = SourceIdentity.redacted(text)
        visited = [asked]
    }

    /// The request for text at this place, without the fields that are about the image.
    var firstStep: LoadRequest {
        var step = request
        for name in HeaderFields.conditionNames { step.headers[name] = nil }
        if step.headers["Accept"] == nil { step.headers["Accept"] = "text/plain,*/*;q=0.5" }
        step.firstByteCount = nil
        return step
    }

    /// Returns an error of this place, without its URL unless it is the requested one.
    func masked(_ error: any Error) -> any Error {
        place.map { TwoStepURLMask(secret: $0, shown: asked)(error) } ?? error
    }

    /// Goes on to the target of a step: by GET, and to another host without the caller's secrets.
    ///
    /// - Throws: A `LoadFailure` if the way leads back to a former place.
    mutating func go(to target: HTTPAddress) throws(LoadFailure) {
        guard visited.insert(target.url).inserted else {
            throw LoadFailure(.unresolved, "\(name): the response leads back to an earlier URL")
        }
        if request.method != "GET" || request.body != nil {
            request.method = "GET"
            request.body = nil
            request.headers.removeBodyFields()
        }
        request.source = .url(target.url)
        let isAtHome = target.origin == home?.origin
        if !isAtHome || target.origin != (place ?? target).origin {
            request.headers = request.headers.neutral(and: HeaderFields.conditionNames)
            request.attributes[RedirectAuthorization.self] = nil
        }
        request.headers.authorize(
            with: target.credentials ?? (isAtHome ? home?.credentials : nil))
        place = target
    }
}
