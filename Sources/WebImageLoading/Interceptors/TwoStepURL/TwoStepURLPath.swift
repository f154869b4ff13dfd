import WebImageCaching
import WebImageCoding
import WebImageRuntime

/// A URL that a load of two steps begins at.
struct TwoStepURLPlace: CustomStringConvertible {
    /// The URL, without user and fragment where it is http or https.
    let url: String
    /// Taken apart, nil for other schemes.
    let address: HTTPAddress?
    /// What a message may show: no query, no user.
    let description: String

    /// The place of a source, nil for files and bytes.
    init?(_ source: ImageSource) {
        guard case .url(let text) = source else { return nil }
        address = try? HTTPAddress(text)
        url = address?.url ?? text
        description = SourceIdentity.redacted(text)
    }
}

/// The way from the URL that was asked for to the picture, and what is sent at each place of it.
struct TwoStepURLPath {
    /// Fields that are about the picture, which a first step must not see.
    private static let pictureFields = [
        "If-Match", "If-None-Match", "If-Modified-Since", "If-Unmodified-Since", "If-Range",
        "Range",
    ]
    private static let bodyFields = [
        "Content-Type", "Content-Length", "Content-Encoding", "Content-Language",
    ]

    /// Where it begins.
    let asked: TwoStepURLPlace
    /// What is sent to the place it has come to.
    private(set) var request: LoadRequest
    /// The answers it relies on.
    var keys: [TwoStepURLMemory.Key] = []
    private var visited: Set<String>
    /// Where it has come to, nil where it begins.
    private var place: HTTPAddress?

    /// A way that has only begun.
    init(from asked: TwoStepURLPlace, _ request: LoadRequest) {
        self.asked = asked
        self.request = request
        visited = [asked.url]
    }

    /// The request for text at this place.
    var firstStep: LoadRequest {
        var step = request
        for name in Self.pictureFields { step.headers[name] = nil }
        if step.headers["Accept"] == nil { step.headers["Accept"] = "text/plain,*/*;q=0.5" }
        step.firstByteCount = nil
        return step
    }

    /// An error of this place, without the URL unless it is the one that was asked for.
    func told(_ error: any Error) -> any Error {
        place.map { TwoStepURLMask(secret: $0, shown: asked)(error) } ?? error
    }

    /// Goes on to where an answer leads: by GET, and to another host without the caller's secrets.
    ///
    /// - Throws: A ``LoadFailure`` where it was before.
    mutating func go(to target: HTTPAddress) throws(LoadFailure) {
        guard visited.insert(target.url).inserted else {
            throw LoadFailure(.unresolved, "\(asked): the answer leads back to where it came from")
        }
        if request.method != "GET" || request.body != nil {
            request.method = "GET"
            request.body = nil
            for name in Self.bodyFields { request.headers[name] = nil }
        }
        place = target
        request.source = .url(target.url)
        let isAtHome = target.origin == asked.address?.origin
        if !isAtHome { request.headers = request.headers.harmless(and: Self.pictureFields) }
        let credentials = target.credentials ?? (isAtHome ? asked.address?.credentials : nil)
        if let credentials, request.headers["Authorization"] == nil {
            request.headers["Authorization"] = "Basic \(Base64.encode(credentials))"
        }
    }
}

extension HeaderFields {
    /// The fields that any host may see, and those of the given names.
    fileprivate func harmless(and names: [String]) -> HeaderFields {
        let kept = RedirectStep.neutral + names
        return HeaderFields(
            fields.filter { field in kept.contains { $0.equalsIgnoringCase(field.name) } }
                .map { ($0.name, $0.value) })
    }
}
