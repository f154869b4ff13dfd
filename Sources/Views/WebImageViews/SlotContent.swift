import WebImageCaching
public import WebImagePixels

/// The content of one slot of a view.
public enum SlotContent: Sendable {
    /// No picture.
    case nothing
    /// A picture during loading, which may come from a ThumbHash or a BlurHash.
    case placeholder(DecodedImage)
    /// A coarse picture of the bytes so far, or the frames of an animation so far.
    case preview(DecodedImage)
    /// The loaded picture.
    case image(DecodedImage)
    /// The picture shown after a failed load.
    case failure(DecodedImage)

    /// The picture of any content, nil for none.
    public var picture: DecodedImage? {
        switch self {
        case .nothing: nil
        case .placeholder(let picture), .preview(let picture), .image(let picture),
            .failure(let picture):
            picture
        }
    }
}

extension SlotContent: Equatable {
    /// Returns `true` if both have the same case and share their pixels.
    public static func == (left: SlotContent, right: SlotContent) -> Bool {
        switch (left, right) {
        case (.nothing, .nothing): true
        case (.placeholder(let one), .placeholder(let other)),
            (.preview(let one), .preview(let other)), (.image(let one), .image(let other)),
            (.failure(let one), .failure(let other)):
            one.handle === other.handle
        default: false
        }
    }
}
