/// What a decoder is told besides the bytes.
public struct DecodeOptions: Hashable, Sendable {
    /// What to refuse before allocating.
    public var limits: DecodeLimits
    /// The upright size the caller needs.
    ///
    /// A decoder may return any size between that and the
    /// file's own, whatever its library can do cheaply; it never returns less.
    public var downsampling: Downsampling
    /// The page to decode of a document, counted from 0; formats without pages ignore it.
    public var page: Int

    /// Default limits and no scaling unless something is given.
    public init(
        limits: DecodeLimits = DecodeLimits(), downsampling: Downsampling = Downsampling(),
        page: Int = 0
    ) {
        self.limits = limits
        self.downsampling = downsampling
        self.page = page
    }
}
