public import WebImageCoding
public import WebImagePixels

/// The end of a successful load: the image, and how it came about.
public struct ImageResponse: Sendable {
    /// The picture.
    public var image: DecodedImage
    /// Where it came from.
    public var origin: ImageOrigin
    /// The format of the bytes it was made from.
    public var format: ImageFormat?
    /// The number of those bytes.
    public var encodedByteCount: Int
    /// The answer those bytes came with, nil for files and data.
    public var head: ResponseHead?
    /// How long each stage took.
    public var timings: StageTimings
    /// Whether the origin was asked, and the picture is the one that was cached.
    public var unchanged = false
    /// Why the origin did not answer, where a stale image stands in for it (``StaleIfError``).
    public var staleReason: ImageError?

    /// The parts of a response.
    public init(
        image: DecodedImage, origin: ImageOrigin, format: ImageFormat? = nil,
        encodedByteCount: Int = 0, head: ResponseHead? = nil, timings: StageTimings = StageTimings()
    ) {
        self.image = image
        self.origin = origin
        self.format = format
        self.encodedByteCount = encodedByteCount
        self.head = head
        self.timings = timings
    }
}

extension ImageResponse {
    /// The response with an image that is, or could be, in the memory cache.
    init(_ cached: CachedImage, origin: ImageOrigin, timings: StageTimings) {
        self.init(
            image: cached.image, origin: origin, format: cached.format,
            encodedByteCount: cached.encodedByteCount, head: cached.response, timings: timings)
    }
}
