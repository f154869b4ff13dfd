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
    /// All options of the request, over the pipeline's defaults; for interceptors and loaders to read.
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

/// An attribute that one interceptor sets on a load for another, or for itself behind a redirect.
///
/// Attributes travel with the ``LoadRequest`` only: they are part of no key and never sent.
public protocol LoadAttribute: Sendable {
    /// The type of the value.
    associatedtype Value: Sendable
    /// The value unless one was set.
    static var defaultValue: Value { get }
}

/// The attributes of one load, each by its type.
public struct LoadAttributes: Sendable {
    private var values: [ObjectIdentifier: any Sendable] = [:]

    package init() {}

    /// The value of an attribute.
    public subscript<A: LoadAttribute>(_: A.Type) -> A.Value {
        get { values[ObjectIdentifier(A.self)] as? A.Value ?? A.defaultValue }
        set { values[ObjectIdentifier(A.self)] = newValue }
    }
}

/// The function that receives durations of exchanges' parts; nil outside of a pipeline.
package enum TimingListener: LoadAttribute {
    package static let defaultValue: (@Sendable (_ stage: String, Duration) -> Void)? = nil
}

/// The function that receives progress; nil outside of a pipeline.
package enum ProgressListener: LoadAttribute {
    package static let defaultValue: (@Sendable (LoadProgress) -> Void)? = nil
}

/// The begin or the end of a first step.
package enum FirstStepEvent: Sendable {
    case began
    /// The error is `nil` if the step named a URL.
    case ended((any Error)?)
}

/// The function of a ``LoadRequest`` that is called for events of first steps.
package enum FirstStepListener: LoadAttribute {
    package static let defaultValue: (@Sendable (FirstStepEvent) -> Void)? = nil
}
