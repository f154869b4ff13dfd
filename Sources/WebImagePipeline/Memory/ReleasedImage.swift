import WebImagePixels

/// An image that had to go from a memory cache, found again for as long as somebody else holds it: a
/// view that shows it, for instance.
///
/// It is made with the image, not when that goes: to drive an image out takes no allocation.
final class ReleasedImage: Sendable {
    private weak let picture: DecodedImage.Handle?
    /// All but the picture.
    let facts: CachedImage.Facts

    /// What finds a picture, as long as somebody holds that.
    init(_ picture: DecodedImage.Handle, _ facts: CachedImage.Facts) {
        self.picture = picture
        self.facts = facts
    }

    /// The image, nil when nobody holds it any more.
    var image: CachedImage? {
        picture.map { CachedImage(image: DecodedImage(handle: $0), label: self) }
    }

    /// Whether nobody holds it any more.
    var isGone: Bool { picture == nil }

    /// Takes an image apart that nobody else holds, but perhaps its picture.
    ///
    /// - Returns: What is to be let go of where giving back memory disturbs nobody, and what finds the
    ///   image again; nil where nobody else holds the picture.
    static func release(
        _ image: consuming CachedImage
    ) -> (departed: Departed.Item, again: ReleasedImage?) {
        let label = image.label
        var picture = image.image.handle
        // The image holds the picture too: without it, one reference means that nobody else has one.
        _ = consume image
        let isHeld = !isKnownUniquelyReferenced(&picture)
        return (.picture(picture), isHeld ? label : nil)
    }
}
