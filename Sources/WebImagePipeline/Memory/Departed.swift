/// What a memory cache no longer keeps, until it is freed outside of its locks: giving back many
/// megabytes takes time.
struct Departed: Sendable {
    /// An image, whole or in parts.
    enum Item: Sendable {
        case image(CachedImage)
        case parts(ReleasedImage.Parts)
    }

    // The first one, which most of the time is the only one, needs no array.
    private var first: Item?
    private var others: [Item] = []

    /// Keeps an item until this value ends.
    mutating func add(_ item: Item) {
        if first == nil { first = item } else { others.append(item) }
    }
}
