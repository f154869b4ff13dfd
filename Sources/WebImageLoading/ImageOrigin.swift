/// Where the bytes or the pixels of an image came from.
public enum ImageOrigin: String, Hashable, Sendable, CaseIterable {
    /// Decoded pixels, from the memory cache.
    case memory
    /// Encoded bytes, from the disk cache.
    case disk
    /// The network.
    case network
    /// A file, or bytes that the caller brought.
    case file
}
