public import WebImageCaching
public import WebImageCoding

/// Which picture is wanted, and how.
public struct ImageRequest: Sendable {
    /// Where it is.
    public var source: ImageSource
    /// What is done to the pixels, in order, after the target size.
    public var transforms: [any ImageTransform]
    /// Typed settings; those not set here come from the pipeline's `defaults`.
    public var options: ImageOptions
    /// The HTTP method.
    public var method: String
    /// Header fields to send.
    public var headers: HeaderFields
    /// The body to send, nil for none.
    public var body: RequestBody?
    /// Interceptors of this request, before the pipeline's.
    public var interceptors: [any LoadInterceptor]
    /// Notes for interceptors, also for those of another load that one of them makes; in no key.
    public var attributes = LoadAttributes()
    /// Steers this request while it loads, nil for nobody.
    public var control: LoadControl?
    /// The decoder of this request, nil for the one of the format.
    public var decoder: (any ImageDecoder)?
    /// The loader of this request, nil for the pipeline's.
    public var loader: (any ImageLoader)?
    /// What writes this request's variants to disk, nil for the pipeline's.
    public var serializer: (any ImageSerializer)?
    /// Names the source in keys in place of its URL, path or bytes; nil for those.
    ///
    /// For URLs that differ each time and name the same picture, such as signed ones: the caller
    /// vouches that they do. Method, headers, body, options and transforms count as always.
    public var sourceKey: CacheKey?

    /// A request for a URL (as `URL` or text), a file or bytes.
    public init(
        _ source: some ImageSourceConvertible, transforms: [any ImageTransform] = [],
        options: ImageOptions = ImageOptions(), headers: HeaderFields = HeaderFields()
    ) {
        self.source = source.imageSource
        self.transforms = transforms
        self.options = options
        self.headers = headers
        method = "GET"
        interceptors = []
    }
}

extension ImageRequest: ExpressibleByStringLiteral {
    /// A request for the URL of the literal.
    public init(stringLiteral url: String) {
        self.init(url)
    }
}
