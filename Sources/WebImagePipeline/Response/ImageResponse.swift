public import WebImageCaching
public import WebImageCoding
public import WebImageLoading
public import WebImagePixels

/// The end of a successful load: the image, and how it came about.
public struct ImageResponse: Sendable {
    /// The picture and what it was made from: the same object as in the memory cache, so that a hit
    /// costs one reference.
    private var content: CachedImage
    /// Where it came from.
    public var origin: ImageOrigin
    /// Whether the origin was asked, and the picture is the one that was cached.
    public var unchanged = false
    /// Why the origin did not answer, where a stale image stands in for it (``StaleIfError``).
    public var staleReason: ImageError? {
        get { rest?.staleReason }
        set { rest = Rest(timings, newValue) }
    }
    /// How long each stage took; nothing for a hit in memory that no observer is told of, since to
    /// read a clock for it would take as long as the hit.
    public var timings: StageTimings {
        get { rest?.timings ?? StageTimings() }
        set { rest = Rest(newValue, staleReason) }
    }

    /// What a hit in memory has nothing of.
    private final class Rest: Sendable {
        let timings: StageTimings
        let staleReason: ImageError?

        init(_ timings: StageTimings, _ staleReason: ImageError?) {
            self.timings = timings
            self.staleReason = staleReason
        }
    }

    private var rest: Rest?

    /// The parts of a response.
    public init(
        image: DecodedImage, origin: ImageOrigin, format: ImageFormat? = nil,
        encodedByteCount: Int = 0, head: ResponseHead? = nil, timings: StageTimings = StageTimings()
    ) {
        let content = CachedImage(
            image: image, format: format, encodedByteCount: encodedByteCount, response: head)
        self.init(content, origin: origin, timings: timings)
    }

    /// The response with an image that is, or could be, in the memory cache.
    init(_ cached: CachedImage, origin: ImageOrigin, timings: StageTimings) {
        content = cached
        self.origin = origin
        rest = Rest(timings, nil)
    }

    /// The response of the stage memory, not timed: it allocates nothing.
    init(remembered cached: CachedImage) {
        content = cached
        origin = .memory
    }
}

extension ImageResponse {
    /// The picture.
    public var image: DecodedImage {
        get { content.image }
        set { content.image = newValue }
    }

    /// The format of the bytes it was made from.
    public var format: ImageFormat? {
        get { content.format }
        set { content.format = newValue }
    }

    /// The number of those bytes.
    public var encodedByteCount: Int {
        get { content.encodedByteCount }
        set { content.encodedByteCount = newValue }
    }

    /// The answer those bytes came with, nil for files and data.
    public var head: ResponseHead? {
        get { content.response }
        set { content.response = newValue }
    }
}
