/// What a memory cache no longer keeps, until it is freed outside of its locks: giving back many
/// megabytes takes time.
struct DeferredRelease: Sendable {
    // The first one, which most of the time is the only one, needs no array.
    private var first: CachedImage?
    private var others: [CachedImage]?

    /// Keeps an image until this value ends.
    mutating func add(_ image: consuming CachedImage) {
        guard first != nil else { return first = image }
        if others == nil { others = [image] } else { others?.append(image) }
    }
}
