public import WebImageCaching

/// An answer whose head is there and whose bytes are arriving.
public struct LoadedBody: Sendable {
    /// Status and header fields; interceptors may rewrite them.
    public var head: ResponseHead
    /// The head as the loader gave it, whatever interceptors made of it.
    public let originalHead: ResponseHead
    /// Where the bytes come from.
    public var origin: ImageOrigin
    /// The number of bytes to come, nil when the origin doesn't say.
    public var expectedByteCount: Int?
    /// The number of all bytes, where only the first ones were asked for and come.
    public var wholeByteCount: Int?
    /// Whether all bytes come together at the end, so that there is nothing to preview.
    ///
    /// An interceptor that needs the whole body before it can hand on any of it sets this, and
    /// tells how much has arrived by ``LoadRequest/tellProgress(_:)``.
    public var comesAtOnce = false
    /// The bytes; leaving the sequence early ends the transfer.
    public var chunks: BodyStream
    /// How the answer was come by, where the step before the loader noted it (``Revalidation``).
    public var receipt: ExchangeRecord?

    /// An answer.
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
