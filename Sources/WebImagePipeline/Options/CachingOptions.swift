public import WebImageLoading

/// The caches that a request asks before its origin; ``CachePolicy`` decides if any may answer.
public enum ReadPolicy: String, Hashable, Sendable, CaseIterable, Spellable {
    /// Memory, then disk.
    case everywhere
    /// Memory only: bytes on disk are loaded again.
    case memoryOnly
    /// Disk only: the image is decoded again.
    case diskOnly
    /// None; the result is stored all the same.
    case nothing

    var reachesMemory: Bool { self == .everywhere || self == .memoryOnly }
    var reachesDisk: Bool { self == .everywhere || self == .diskOnly }
}

extension ReadPolicy: ImageOption {
    /// `read`.
    public static let name = "read"
    /// Memory, then disk.
    public static let defaultValue = ReadPolicy.everywhere
    /// The same picture.
    public static let effect = OptionEffect.delivery
}

/// The parts of a load that are kept, and the caches that keep them.
public enum StorePolicy: String, Hashable, Sendable, CaseIterable, Spellable {
    /// The image in memory, the original bytes on disk.
    case everywhere
    /// The image in memory, nothing on disk.
    case memoryOnly
    /// The original bytes on disk, nothing in memory.
    case diskOnly
    /// Nothing anywhere.
    case nothing

    var reachesMemory: Bool { self == .everywhere || self == .memoryOnly }
    var reachesDisk: Bool { self == .everywhere || self == .diskOnly }
}

extension StorePolicy: ImageOption {
    /// `store`.
    public static let name = "store"
    /// Memory and disk.
    public static let defaultValue = StorePolicy.everywhere
    /// The same picture.
    public static let effect = OptionEffect.delivery
}

/// The bytes of an image that go to the disk, if ``StorePolicy`` allows any.
///
/// The original serves every size and transform of a picture; the variant saves decoding the whole
/// picture again. A request that keeps variants has its serializer's identity in its image key, so
/// that a lossy variant never answers for another image.
public enum DiskContent: String, Hashable, Sendable, CaseIterable, Spellable {
    /// The variant if the request or the pipeline has a serializer, else the original.
    case automatic
    /// The bytes as they were loaded.
    case original
    /// The final image as the serializer writes it.
    case variant
    /// Each of them, under its own key.
    case both
}

extension DiskContent: ImageOption {
    /// `diskcontent`.
    public static let name = "diskcontent"
    /// The variant if there is a serializer, else the original.
    public static let defaultValue = DiskContent.automatic
    /// The same picture; a serializer has an identity of its own in keys.
    public static let effect = OptionEffect.delivery
}

/// The staleness up to which an image stands in for an origin that fails; nil for never.
///
/// A response's own `stale-if-error` takes precedence; one with `must-revalidate` or `no-cache` never
/// stands in. The ``ImageResponse`` then has a ``ImageResponse/staleReason``.
public enum StaleIfError: ImageOption {
    /// `staleiferror`.
    public static let name = "staleiferror"
    /// 24 hours.
    public static let defaultValue: Duration? = .seconds(86_400)
    /// The same picture.
    public static let effect = OptionEffect.delivery
}
