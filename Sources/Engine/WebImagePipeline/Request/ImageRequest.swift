public import WebImageCaching
public import WebImageCoding
public import WebImageLoading

/// The description of a wanted picture: its source, its transforms and its options.
///
/// The options are properties: `request.targetSize = PixelSize(320, 240)`.
public struct ImageRequest: OptionConfigurable, Sendable {
    /// The source of the bytes.
    public var source: ImageSource
    /// The transforms of the pixels, in order, after the target size.
    public var transforms: [any ImageTransform]
    /// Typed settings; those not set here come from the pipeline's `defaults`.
    public var options: ImageOptions
    /// The settings that most requests do not have; nil if none is set.
    private var rare: RareSettings.Shared?

    /// Creates a request for a URL (as `URL` or text), a file or bytes.
    ///
    /// - Parameters:
    ///   - source: A URL, text or source. Of another request, all that is not given here stays.
    ///   - transforms: The transforms of the pixels, in order.
    ///   - options: The options; also set as properties.
    ///   - headers: The header fields to send.
    public init(
        _ source: some ImageRequestConvertible, transforms: [any ImageTransform] = [],
        options: ImageOptions = ImageOptions(), headers: HeaderFields = HeaderFields()
    ) {
        self = source.imageRequest
        if !transforms.isEmpty { self.transforms = transforms }
        if !options.isEmpty { self.options = options.over(self.options) }
        if !headers.fields.isEmpty { self.headers = headers }
    }

    init(source: ImageSource) {
        self.source = source
        transforms = []
        options = ImageOptions()
    }

    /// `true` if only source, transforms and options are set.
    var isPlain: Bool { rare == nil }

    private var settings: RareSettings {
        get { rare?.settings ?? RareSettings() }
        set { rare = RareSettings.Shared(newValue) }
    }
}

extension ImageRequest {
    /// The HTTP method.
    public var method: String {
        get { rare?.settings.method ?? "GET" }
        set { settings.method = newValue }
    }
    /// Header fields to send.
    public var headers: HeaderFields {
        get { rare?.settings.headers ?? HeaderFields() }
        set { settings.headers = newValue }
    }
    /// The body to send, nil for none.
    public var body: RequestBody? {
        get { rare?.settings.body }
        set { settings.body = newValue }
    }
    /// Interceptors of this request, before the pipeline's.
    public var interceptors: [any LoadInterceptor] {
        get { rare?.settings.interceptors ?? [] }
        set { settings.interceptors = newValue }
    }
    /// Notes for interceptors, also for those of another load that one of them makes; in no key.
    public var attributes: LoadAttributes {
        get { rare?.settings.attributes ?? LoadAttributes() }
        set { settings.attributes = newValue }
    }
    /// Steers this request while it loads; nil for a request that nothing steers.
    public var control: LoadControl? {
        get { rare?.settings.control }
        set { settings.control = newValue }
    }
    /// The decoder of this request, nil for the one of the format.
    public var decoder: (any ImageDecoder)? {
        get { rare?.settings.decoder }
        set { settings.decoder = newValue }
    }
    /// The loader of this request, nil for the pipeline's.
    public var loader: (any ImageLoader)? {
        get { rare?.settings.loader }
        set { settings.loader = newValue }
    }
    /// The serializer of this request's variants; nil for the pipeline's.
    public var serializer: (any ImageSerializer)? {
        get { rare?.settings.serializer }
        set { settings.serializer = newValue }
    }
    /// Data of the program that caches keep beside the picture, such as a caption or a placeholder;
    /// empty for none.
    ///
    /// ``ImageResponse/userData`` returns them from memory, disk and shared stores. They are in no
    /// key: the last store wins, and a hit stores nothing. An origin that confirms the picture
    /// renews it with the data of that request, or with those that are there if it has none; other
    /// bytes of the origin without data drop them. On disk they belong to the bytes, and so to all
    /// pictures that are made of them.
    ///
    /// At most ``maxUserDataByteCount`` bytes: a request with more fails with `ImageError.request`.
    public var userData: [UInt8] {
        get { rare?.settings.userData ?? [] }
        set { settings.userData = newValue }
    }
    /// The most bytes of ``userData``: 64 kB.
    public static var maxUserDataByteCount: Int { 64 << 10 }
    /// Names the source in keys in place of its URL, path or bytes; nil for those.
    ///
    /// For URLs that differ each time and name the same picture, such as signed ones: the caller
    /// vouches that they do. Method, headers, body, options and transforms count as always.
    public var sourceKey: CacheKey? {
        get { rare?.settings.sourceKey }
        set { settings.sourceKey = newValue }
    }
    /// Further sources, asked in order if those before them fail; none by default, at most
    /// ``maxAlternativeCount``.
    ///
    /// ```swift
    /// request.alternatives = ["https://mirror.example.org/cat.jpg"]
    /// ```
    ///
    /// The next one is asked after a failure that another source can mend: no name, no connection,
    /// no trust, a time-out of the transfer, a refused status or response, too few bytes or too
    /// many, no picture, a remembered failure, and a miss if only caches are asked. It is not after
    /// a cancellation, after a wrong request, or if transforms, inputs or encoding fail.
    /// ``timeout`` is for all sources together. A stale picture that stands in for the origin waits
    /// until none of the others has a fresh one.
    ///
    /// They are in no key. Each source has its own entries in caches and its own remembered
    /// failure; ``ImageResponse/alternative`` says which one answered. If all fail, the error is
    /// the first one's, and `PipelineEvent.fellBack` reports the others'.
    ///
    /// Calls that name a picture, such as `cacheKeys(for:)` and `removeCached(_:)`, mean the
    /// request's own source. The inputs of transforms have no alternatives.
    public var alternatives: [ImageAlternative] {
        get { rare?.settings.alternatives ?? [] }
        set { settings.alternatives = newValue }
    }
}

/// Settings that most requests do not have, out of the way of copies of a request.
private struct RareSettings: Sendable {
    var method = "GET"
    var headers = HeaderFields()
    var body: RequestBody?
    var interceptors: [any LoadInterceptor] = []
    var attributes = LoadAttributes()
    var control: LoadControl?
    var decoder: (any ImageDecoder)?
    var loader: (any ImageLoader)?
    var serializer: (any ImageSerializer)?
    var sourceKey: CacheKey?
    var userData: [UInt8] = []
    var alternatives: [ImageAlternative] = []

    final class Shared: Sendable {
        let settings: RareSettings

        init(_ settings: RareSettings) { self.settings = settings }
    }
}

extension ImageRequest: ExpressibleByStringLiteral {
    /// Creates a request for the URL of the literal.
    public init(stringLiteral url: String) { self.init(url) }
}
