import WebImagePixels

/// Images that had to go from a memory cache, found again for as long as somebody else holds them.
struct ReleasedImages: Sendable {
    private struct Entry: Sendable {
        weak let handle: DecodedImage.Handle?
        /// All but the image.
        let rest: CachedImage
    }

    private var entries: [CacheKey: Entry] = [:]
    private var nextSweep = 64

    /// The number of images noted, those that are gone too until the next sweep.
    var count: Int { entries.count }

    /// Notes an image without keeping it; forgets those that are gone, now and then.
    mutating func note(_ image: CachedImage, for key: CacheKey) {
        var rest = image
        rest.image = Self.blank
        entries[key] = Entry(handle: image.image.handle, rest: rest)
        guard entries.count >= nextSweep else { return }
        entries = entries.filter { $0.value.handle != nil }
        nextSweep = max(64, entries.count * 2)
    }

    /// Takes out the image of that key, nil when nobody holds it any more.
    mutating func take(_ key: CacheKey) -> CachedImage? {
        guard !entries.isEmpty, let entry = entries.removeValue(forKey: key) else { return nil }
        guard let handle = entry.handle else { return nil }
        var image = entry.rest
        image.image = DecodedImage(handle: handle)
        return image
    }

    /// Forgets the image of that key.
    mutating func forget(_ key: CacheKey) {
        if !entries.isEmpty { entries[key] = nil }
    }

    /// Stands where an image was.
    private static let blank = DecodedImage(poster: Bitmap(size: PixelSize(width: 1, height: 1)))
}
