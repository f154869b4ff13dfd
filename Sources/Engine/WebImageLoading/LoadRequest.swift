public import WebImageCaching

/// A request to a loader.
public struct LoadRequest: OptionConfigurable, Sendable {
    /// The place of the bytes: an absolute URL; a path for ``ImageSource/file(_:)``.
    public var source: ImageSource
    /// The HTTP method.
    public var method: String
    /// The header fields of the caller and of interceptors.
    public var headers: HeaderFields
    /// The body of the request, nil for none.
    public var body: RequestBody?
    /// All options of the request, over the pipeline's defaults; for interceptors and loaders to
    /// read.
    public var options: ImageOptions
    /// The attributes that interceptors set on this load.
    public var attributes = LoadAttributes()
    /// The number of earlier attempts whose body turned out to be void (``RestartLoad``).
    package var restartCount = 0
    /// The number of earlier attempts that count for `Retry`.
    package var spentAttempts = 0
    /// The number of first bytes that are needed, nil for all; a loader may return more.
    package var firstByteCount: Int?
    /// The limits of sizes and times.
    public var limits: LoadLimits

    /// Creates a request; each parameter is the property of its name.
    public init(
        source: ImageSource, method: String = "GET", headers: HeaderFields = HeaderFields(),
        body: RequestBody? = nil, options: ImageOptions = ImageOptions(),
        limits: LoadLimits = LoadLimits()
    ) {
        self.source = source
        self.method = method
        self.headers = headers
        self.body = body
        self.options = options
        self.limits = limits
    }

    /// Reports progress to the callers that wait, if an interceptor reads a body itself.
    ///
    /// Only for a response that ``LoadedBody/comesAtOnce``: the pipeline counts the bytes of
    /// others.
    public func tellProgress(_ progress: LoadProgress) {
        attributes[ProgressListener.self]?(progress)
    }
}
