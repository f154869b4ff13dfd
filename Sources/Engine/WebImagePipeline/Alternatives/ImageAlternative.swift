import WebImageCaching
public import WebImageLoading

/// A further source of a request's picture, which is asked if those before it fail.
///
/// ```swift
/// request.alternatives = ["https://mirror.example.org/cat.jpg", .source(.file("/srv/cat.jpg"))]
/// ```
public enum ImageAlternative: Sendable {
    /// Another source of the same picture: the request with this source in place of its own.
    ///
    /// Options, transforms, decoder, loader, control and user data stay. A source of another
    /// origin (scheme, host and port) gets nothing that speaks for the caller at the first: of the
    /// header fields only those that a redirect takes to any host, such as `Accept` and
    /// `User-Agent`, no interceptors and attributes of the request, no permission for `file:` URLs.
    /// Interceptors of the pipeline and what `ImagePipeline.rewrite` adds are by the new source. A
    /// request with a body has such sources as requests of their own only.
    case source(ImageSource)
    /// A request of its own, which is loaded as it is; it has no alternatives.
    case request(ImageRequest)
}

extension ImageAlternative: ExpressibleByStringLiteral {
    /// Creates the alternative of a URL, another source of the same picture.
    public init(stringLiteral url: String) { self = .source(.url(url)) }
}

extension ImageAlternative {
    /// Returns the request of this alternative, for its keys or its removal from caches.
    ///
    /// - Parameter first: The request that has the alternative.
    public func request(for first: ImageRequest) -> ImageRequest {
        switch self {
        case .source(let source): first.moved(to: source)
        case .request(let own): own
        }
    }
}

extension ImageRequest {
    /// The most ``alternatives`` of a request: 8.
    public static var maxAlternativeCount: Int { 8 }

    /// Changes the request, and its alternatives that are requests of their own; the others follow
    /// the request.
    package mutating func changeAll(_ change: (inout ImageRequest) -> Void) {
        change(&self)
        guard !alternatives.isEmpty else { return }
        alternatives = alternatives.map { alternative in
            guard case .request(var own) = alternative else { return alternative }
            change(&own)
            return .request(own)
        }
    }

    /// Returns the request with its alternatives as requests of their own, each completed by its
    /// own source.
    ///
    /// Alternatives that `complete` adds to one are left out, since they would never end; an
    /// alternative that is refused stays as it is (``checkAlternatives()``).
    ///
    /// - Parameter base: The request before it was completed: what that added is for its source.
    func completingAlternatives(
        of base: ImageRequest, _ complete: (ImageRequest) -> ImageRequest
    ) -> ImageRequest {
        guard !alternatives.isEmpty else { return self }
        var request = self
        request.alternatives = alternatives.map { alternative in
            if case .source(let source) = alternative, base.keepsBody(from: source) {
                return alternative
            }
            let own = alternative.request(for: base)
            var completed = complete(own)
            completed.alternatives = own.alternatives
            return .request(completed)
        }
        return request
    }

    /// - Throws: `ImageError.request` for too many alternatives, for alternatives of an
    ///   alternative, and for one that would take the body to another origin.
    func checkAlternatives() throws(ImageError) {
        let count = alternatives.count
        guard count <= Self.maxAlternativeCount else {
            throw .request(
                "expected at most \(Self.maxAlternativeCount) alternatives, found \(count)")
        }
        for alternative in alternatives {
            switch alternative {
            case .source(let source):
                guard !keepsBody(from: source) else {
                    throw .request(
                        "the body would go to another host; make that alternative a request")
                }
            case .request(let own):
                guard own.alternatives.isEmpty else {
                    throw .request(
                        "expected alternatives without alternatives, found one with some")
                }
            }
        }
    }

    /// `true` if the request has a body that does not go to a source.
    private func keepsBody(from target: ImageSource) -> Bool {
        body != nil && !source.hasOrigin(of: target)
    }

    /// Returns the request for another source.
    fileprivate func moved(to target: ImageSource) -> ImageRequest {
        var request = self
        request.source = target
        if isPlain { return request }
        request.alternatives = []
        request.sourceKey = nil
        guard !source.hasOrigin(of: target) else { return request }
        request.headers = headers.neutral()
        request.interceptors = []
        request.attributes = LoadAttributes()
        if options.sets(ImageOptions.AllowsFileURLs.self) { request.allowsFileURLs = false }
        return request
    }
}

extension ImageSource {
    /// The origin of a URL of HTTP; nil for other sources.
    fileprivate var origin: HTTPAddress.Origin? {
        guard case .url(let text) = self else { return nil }
        return (try? HTTPAddress(text))?.origin
    }

    /// `true` if both are of the same scheme, host and port.
    fileprivate func hasOrigin(of other: ImageSource) -> Bool {
        guard let origin else { return false }
        return origin == other.origin
    }
}
