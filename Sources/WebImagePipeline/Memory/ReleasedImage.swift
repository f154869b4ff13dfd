import WebImagePixels

/// An image that had to go from a memory cache, found again for as long as somebody else holds it: a
/// view that shows it, for instance.
final class ReleasedImage: Sendable {
    private weak let picture: DecodedImage.Handle?
    /// All but the picture.
    private let label: CachedImage.Label

    private init(_ picture: DecodedImage.Handle, _ label: CachedImage.Label) {
        self.picture = picture
        self.label = label
    }

    /// The image, nil when nobody holds it any more.
    var image: CachedImage? {
        picture.map { CachedImage(image: DecodedImage(handle: $0), label: label) }
    }

    /// Whether nobody holds it any more.
    var isGone: Bool { picture == nil }

    /// Takes an image apart.
    ///
    /// - Returns: Its parts, to be let go of where giving back memory disturbs nobody, and what finds
    ///   it again; nil where nobody else holds it.
    static func release(_ image: consuming CachedImage) -> (parts: Parts, again: ReleasedImage?) {
        let label = image.label
        var picture = image.image.handle
        // The image holds the picture too: without it, one reference means that nobody else has one.
        _ = consume image
        let isHeld = !isKnownUniquelyReferenced(&picture)
        return (
            Parts(picture: picture, label: label), isHeld ? ReleasedImage(picture, label) : nil
        )
    }

    /// What an image consists of.
    struct Parts: Sendable {
        let picture: DecodedImage.Handle
        let label: CachedImage.Label
    }
}
