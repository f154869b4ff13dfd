public import WebImageCaching

/// A response whose head has arrived and whose bytes are arriving.
public struct LoadedBody: Sendable {
    /// Status and header fields; interceptors may rewrite them.
    public var head: ResponseHead
    /// The head as the loader returned it, before interceptors.
    public let originalHead: ResponseHead
    /// The reason for which a filter changed the status of ``head``.
    package var statusReason: String?
    /// The origin of the bytes.
    public var origin: ImageOrigin
    /// The number of bytes to come, nil if the origin does not announce it.
    public var expectedByteCount: Int?
    /// The number of all bytes, if only the first ones were requested and come.
    package var wholeByteCount: Int?
    /// `true` if all bytes come together at the end, so that previews are impossible.
    ///
    /// An interceptor that needs the whole body before it passes on any of it sets this, and
    /// reports progress by ``LoadRequest/tellProgress(_:)``.
    public var comesAtOnce = false
    /// The bytes; leaving the sequence early ends the transfer.
    public var chunks: BodyStream
    /// The heads of the redirects that the loader followed, in order, for `Revalidation`.
    package var redirects: [ResponseHead] = []
    /// The record of the exchange, if the step before the loader noted it (`Revalidation`).
    package var record: ExchangeRecord?
    /// The durations of the exchange's parts, such as `load.connect`, if its transport measures
    /// them.
    package var timings: [(stage: String, duration: Duration)] = []

    /// Creates a response; each parameter is the property of its name.
    public init(
        head: ResponseHead, origin: ImageOrigin, expectedByteCount: Int?, chunks: BodyStream
    ) {
        self.head = head
        originalHead = head
        self.origin = origin
        self.expectedByteCount = expectedByteCount
        self.chunks = chunks
    }
}

/// The origin of the bytes or pixels of an image.
public enum ImageOrigin: String, Hashable, Sendable, CaseIterable {
    /// Decoded pixels, from the memory cache.
    case memory
    /// Encoded bytes, from the disk cache.
    case disk
    /// The network.
    case network
    /// A file, or bytes of the caller.
    case file
}
