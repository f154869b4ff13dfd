public import WebImageCaching

/// What a loader is asked for.
public struct LoadRequest: Sendable {
    /// Where the bytes are: an absolute URL; a path for ``ImageSource/file(_:)``.
    public var source: ImageSource
    /// The HTTP method.
    public var method: String
    /// The header fields the caller and interceptors set.
    public var headers: HeaderFields
    /// The body of the request, nil for none.
    public var body: RequestBody?
    /// All options of the request, the pipeline's defaults under them.
    public var options: ImageOptions
    /// Notes of interceptors on this load.
    public var attributes = LoadAttributes()
    /// The number of earlier attempts whose body turned out to be void (``RestartLoad``).
    public var restartCount = 0
    /// How many of the first bytes are needed, nil for all; a loader may answer with more.
    public var firstByteCount: Int?
    /// Sizes and times that hold while loading.
    public var limits: LoadLimits

    /// A request to load.
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
}

extension LoadRequest {
    /// Tells those who wait how much has arrived, where an interceptor takes in a body itself.
    ///
    /// Only for an answer that ``LoadedBody/comesAtOnce``: of others the pipeline counts the bytes.
    public func tellProgress(_ progress: LoadProgress) {
        attributes[ProgressListener.self]?(progress)
    }
}

/// The function that is told of progress; nil outside of a pipeline.
package enum ProgressListener: LoadAttribute {
    package static let defaultValue: (@Sendable (LoadProgress) -> Void)? = nil
}
