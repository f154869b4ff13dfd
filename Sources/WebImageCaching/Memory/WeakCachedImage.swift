import WebImagePixels

/// An image that had to go from a memory cache, found again for as long as somebody else holds it: a
/// view that shows it, for instance.
///
/// It is made when an image goes that somebody holds, and once: those that nobody holds, which most
/// are, cost nothing for it, neither room nor slower counting of references.
final class WeakCachedImage: Sendable {
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
        picture.map { CachedImage($0, label: self) }
    }

    /// Whether nobody holds it any more.
    var isGone: Bool { picture == nil }
}
