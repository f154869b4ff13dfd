public import FoundationEssentials
public import WebImageCaching
public import WebImageCoding
public import WebImageLoading
public import WebImagePixels

/// The result of a successful load: the image and its provenance.
public struct ImageResponse: Sendable {
    @usableFromInline var response: PipelineResponse

    /// Creates the response to a request for a picture.
    @inlinable
    init(_ response: PipelineResponse) { self.response = response }

    package init(
        image: DecodedImage, origin: ImageOrigin, format: ImageFormat? = nil,
        encodedByteCount: Int = 0, head: ResponseHead? = nil, timings: StageTimings = StageTimings()
    ) {
        let content = CachedImage(
            image: image, format: format, encodedByteCount: encodedByteCount, response: head)
        self.init(PipelineResponse(content, origin: origin, timings: timings))
    }
}

// The image.
extension ImageResponse {
    /// The picture.
    public var image: DecodedImage {
        get { response.image }
        set { response.content.result = .image(newValue) }
    }

    /// The format of the bytes it was made from.
    public var format: ImageFormat? {
        get { response.content.format }
        set { response.content.facts.format = newValue }
    }

    /// The number of those bytes.
    public var encodedByteCount: Int {
        get { response.content.encodedByteCount }
        set { response.content.facts.encodedByteCount = newValue }
    }

    /// The bytes as they were loaded, for requests with `ImageOptions.keepsEncodedBytes`; else nil.
    public var encoded: EncodedImage? { response.original?.file }

    /// ``encoded``, and how the picture was made of it.
    var original: EncodedOriginal? { response.original }

    /// The time-out of the request, which also limits each encoding of this response; nil for none.
    var timeout: Duration? { response.timeout }
}

// Its provenance.
extension ImageResponse {
    /// The place the image came from.
    public var origin: ImageOrigin {
        get { response.origin }
        set { response.origin = newValue }
    }

    /// `true` if the origin was asked, and has the bytes of the cached picture, whether it sent
    /// them or not.
    public var unchanged: Bool {
        get { response.unchanged }
        set { response.unchanged = newValue }
    }

    /// `true` if the image is from a cache, and HTTP's time for its use had passed.
    public var isStale: Bool {
        get { response.isStale }
        set { response.isStale = newValue }
    }

    /// The error of the origin, if a cached image stands in for it (`ImageOptions.staleIfError`,
    /// `CachePolicy.cachedFirst`).
    public var staleReason: ImageError? {
        get { response.staleReason }
        set { response.staleReason = newValue }
    }

    /// The place of the source that answered among ``ImageRequest/alternatives``; nil for the
    /// request's own.
    public var alternative: Int? { response.fallback?.place }

    /// The failure of the request's own source, if an alternative answered.
    public var fallbackReason: ImageError? { response.fallback?.reason }

    /// The duration of each stage; empty for a hit in memory without observers, since reading a
    /// clock takes as long as the hit.
    public var timings: StageTimings {
        get { response.timings }
        set { response.timings = newValue }
    }

    /// The time at which the request for those bytes was sent, after it had its slot; `nil` for
    /// files and data.
    public var requestedAt: Date? { response.content.record?.requestedAt }

    /// The time at which the head of the response, or of its latest confirmation, arrived; `nil`
    /// for files and data.
    public var respondedAt: Date? { response.content.record?.receivedAt }

    /// The data of the program that stand beside the picture (``ImageRequest/userData``); empty for
    /// none.
    public var userData: [UInt8] { response.content.userData }

    /// The head of the response those bytes came with, `nil` for files and data.
    public var head: ResponseHead? {
        get { response.content.response }
        set { response.content.facts.response = newValue }
    }
}

/// The file of a picture, and how the picture was made of it: encoding returns the file if it would
/// change nothing.
struct EncodedOriginal: Sendable {
    let file: EncodedImage
    /// `true` if the picture shows all of the file: no transform, not scaled, every frame.
    var isShown: Bool
    /// `true` if the request sets its colours to sRGB, and does not have them by default.
    let statesSRGB: Bool
}

/// The duration of each stage of a load, in the order in which they ran.
public struct StageTimings: Sendable {
    /// The wall times of the stages that ran and were timed: `memory`, `disk`, `load`, `decode`,
    /// `transform`, `encode` or `store`.
    ///
    /// A load has parts, once for each exchange: `load.name`, `load.connect`, `load.tls`,
    /// `load.first-byte` (from the request to the answer), `load.body`. A kept connection has no
    /// `load.connect`.
    public private(set) var entries: [(stage: String, duration: Duration)] = []

    /// The duration of a stage, `nil` if it did not run or was not timed.
    public subscript(stage: String) -> Duration? { entries.first { $0.stage == stage }?.duration }

    /// The sum of all stages.
    package var total: Duration {
        entries.reduce(.zero) { $1.stage.contains(".") ? $0 : $0 + $1.duration }
    }

    mutating func append(_ stage: String, _ duration: Duration) {
        entries.append((stage, duration))
    }
}
