/// An answer whose head is there and whose bytes are arriving.
public struct LoadedBody: Sendable {
    /// Status and header fields.
    public var head: ResponseHead
    /// Where the bytes come from.
    public var origin: ImageOrigin
    /// The number of bytes to come, nil when the origin doesn't say.
    public var expectedByteCount: Int?
    /// The number of all bytes, where only the first ones were asked for and come.
    public var wholeByteCount: Int?
    /// The bytes; leaving the sequence early ends the transfer.
    public var chunks: BodyStream
    /// How the answer was come by, where the step before the loader noted it (``Revalidation``).
    public var receipt: Receipt?

    /// An answer.
    public init(
        head: ResponseHead, origin: ImageOrigin, expectedByteCount: Int?, chunks: BodyStream
    ) {
        self.head = head
        self.origin = origin
        self.expectedByteCount = expectedByteCount
        self.chunks = chunks
    }
}
