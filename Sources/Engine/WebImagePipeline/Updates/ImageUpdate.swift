public import WebImageLoading
public import WebImagePixels

/// An element of `updates(for:)`.
@nonexhaustive
public enum ImageUpdate: Sendable {
    /// Bytes have arrived.
    case progress(LoadProgress)
    /// A coarser picture of the bytes so far. An animation's has the complete frames so far, unless
    /// the request keeps only the first.
    case preview(DecodedImage)
    /// The content of the caches, while the origin is asked again.
    case cached(ImageResponse)
    /// The end; nothing follows.
    case finished(Result<ImageResponse, ImageError>)
}

/// An update of the load of a picture or a file.
package enum PipelineUpdate: Sendable {
    case progress(LoadProgress)
    case preview(DecodedImage)
    case cached(PipelineResponse)
    case finished(Result<PipelineResponse, ImageError>)
}

extension ImageUpdate {
    /// Creates the update of the load of a picture.
    init(_ update: PipelineUpdate) {
        self =
            switch update {
            case .progress(let progress): .progress(progress)
            case .preview(let image): .preview(image)
            case .cached(let response): .cached(ImageResponse(response))
            case .finished(let result): .finished(result.map(ImageResponse.init))
            }
    }
}
