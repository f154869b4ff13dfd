import WebImagePixels

/// What a memory cache knows of all its shards at once: who goes next, and who is gone.
struct MemoryOrder: Sendable {
    var list = SieveList()
    /// Nil where nobody looks for images that had to go.
    var released: ReleasedImages?

    /// Notes an image that had to go.
    mutating func note(_ pair: consuming ImageTable.Pair, _ departed: inout Departed) {
        guard let key = pair.key, let image = pair.image.take() else { return }
        if released == nil {
            departed.add(.image(image))
        } else if let handle = released?.note(image, for: key) {
            departed.add(.picture(handle))
        }
    }
}

/// What a memory cache no longer keeps, until it is freed outside of its locks: giving back many
/// megabytes takes time.
struct Departed: Sendable {
    /// An image, whole or only its pixels.
    enum Item: Sendable {
        case image(CachedImage)
        case picture(DecodedImage.Handle)
    }

    // The first one, which most of the time is the only one, needs no array.
    private var first: Item?
    private var others: [Item] = []

    /// Keeps an item until this value ends.
    mutating func add(_ item: Item) {
        if first == nil { first = item } else { others.append(item) }
    }
}
