public import WebImageLoading
public import WebImagePixels

/// What `updates(for:)` tells on the way to the result.
@nonexhaustive
public enum ImageUpdate: Sendable {
    /// Bytes have arrived.
    case progress(LoadProgress)
    /// A coarser picture of the bytes so far.
    case preview(DecodedImage)
    /// What the cache holds while the origin is asked anew.
    case cached(ImageResponse)
    /// The end; nothing follows.
    case finished(Result<ImageResponse, ImageError>)
}
