public import WebImageLoading
public import WebImagePixels

/// An element of `updates(for:)`.
@nonexhaustive
public enum ImageUpdate: Sendable {
    /// Bytes have arrived.
    case progress(LoadProgress)
    /// A coarser picture of the bytes so far. An animation's has the complete frames so far, unless the
    /// request keeps only the first.
    case preview(DecodedImage)
    /// The content of the caches, while the origin is asked again.
    case cached(ImageResponse)
    /// The end; nothing follows.
    case finished(Result<ImageResponse, ImageError>)
}
