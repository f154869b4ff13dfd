import WebImagePixels

/// What a memory cache no longer keeps, until it is freed outside of its locks: giving back many
/// megabytes takes time.
struct Departed: Sendable {
    /// An image, or the picture alone.
    enum Item: Sendable {
        case image(CachedImage)
        case picture(DecodedImage.Handle)
    }

    // The first one, which most of the time is the only one, needs no array.
    private var first: Item?
    private var others: [Item]?

    /// Keeps an item until this value ends.
    mutating func add(_ item: Item) {
        guard first != nil else { return first = item }
        if others == nil { others = [item] } else { others?.append(item) }
    }
}
