/// The form in which a prefetched picture is kept.
public enum PrefetchTarget: Hashable, Sendable, CaseIterable {
    /// Encoded bytes on disk; in memory as pixels if there is no disk cache.
    case disk
    /// Pixels in memory, and encoded bytes on disk, as the options of caching allow.
    case memory
    /// Nothing: the picture is loaded, decoded and dropped, as a crawler needs it. No cache is
    /// read.
    case nothing
}

/// The check of a prefetched picture that is kept as bytes, or not at all.
public enum PrefetchCheck: Hashable, Sendable, CaseIterable {
    /// Its pixels are decoded, at an eighth of the size or less if the format allows that; of an
    /// animation the first frame, of a JPEG the first rows or scan, since it is shown however
    /// damaged the rest is.
    case pixels
    /// Its header is read: quicker, but damage after it counts as done.
    case header
}
