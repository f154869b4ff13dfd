import WebImageCaching
public import WebImagePixels

/// What one slot of a view shows.
public enum SlotContent: Sendable {
    /// Nothing.
    case nothing
    /// A picture for the meantime, which may come from a ThumbHash or a BlurHash.
    case placeholder(DecodedImage)
    /// A coarser picture of the bytes so far.
    case preview(DecodedImage)
    /// The picture.
    case image(DecodedImage)
    /// What stands for a picture that could not be loaded.
    case failure(DecodedImage)

    /// The pixels, whatever they stand for.
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
    /// Whether both stand for the same and share their pixels.
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
