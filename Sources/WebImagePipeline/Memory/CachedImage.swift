public import FoundationEssentials
public import WebImageCoding
public import WebImagePixels

/// An image in the memory cache, and what a response needs besides.
public struct CachedImage: Sendable {
    /// The picture.
    public var image: DecodedImage
    /// The format of the bytes it was made from.
    public var format: ImageFormat?
    /// The number of those bytes.
    public var encodedByteCount: Int
    /// The answer they came with.
    public var response: ResponseHead?
    /// When the answer stops being fresh, nil for as long as the cache keeps it.
    public var expires: Date?
    /// How the answer was come by, nil where only ``expires`` counts.
    public var receipt: Receipt?
    /// For whom ``expires`` was reckoned.
    public var mode: CacheMode
    /// A print of the request's fields that chose this answer by its `Vary`; nil where it has none.
    var fits: Print?

    /// An image to keep.
    public init(
        image: DecodedImage, format: ImageFormat? = nil, encodedByteCount: Int = 0,
        response: ResponseHead? = nil, expires: Date? = nil, receipt: Receipt? = nil,
        mode: CacheMode = .private
    ) {
        self.image = image
        self.format = format
        self.encodedByteCount = encodedByteCount
        self.response = response
        self.expires = expires
        self.receipt = receipt
        self.mode = mode
    }
}
