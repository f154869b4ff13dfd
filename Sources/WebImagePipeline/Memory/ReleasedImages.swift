import WebImagePixels

/// Images that had to go from a memory cache, found again for as long as somebody else holds them.
struct ReleasedImages: Sendable {
    private struct Entry: Sendable {
        weak let handle: DecodedImage.Handle?
        /// All but the image.
        let label: CachedImage.Label
    }

    private var entries: [CacheKey: Entry] = [:]
    private var nextSweep = 64

    /// The number of images noted, those that are gone too until the next sweep.
    var count: Int { entries.count }

    /// Notes an image without keeping it, if somebody else holds it; forgets those that are gone, now
    /// and then.
    ///
    /// - Returns: What the caller lets go of where giving back memory disturbs nobody.
    mutating func note(_ image: consuming CachedImage, for key: CacheKey) -> DecodedImage.Handle {
        let label = image.label
        var handle = image.image.handle
        // The image holds the handle too: without it, one reference means that nobody else has one.
        _ = consume image
        guard !isKnownUniquelyReferenced(&handle) else { return handle }
        entries[key] = Entry(handle: handle, label: label)
        guard entries.count >= nextSweep else { return handle }
        entries = entries.filter { $0.value.handle != nil }
        nextSweep = max(64, entries.count * 2)
        return handle
    }

    /// Takes out the image of that key, nil when nobody holds it any more.
    mutating func take(_ key: CacheKey) -> CachedImage? {
        guard !entries.isEmpty, let entry = entries.removeValue(forKey: key) else { return nil }
        return entry.handle.map { CachedImage(image: DecodedImage(handle: $0), label: entry.label) }
    }

    /// Forgets the image of that key.
    mutating func forget(_ key: CacheKey) {
        if !entries.isEmpty { entries[key] = nil }
    }
}
