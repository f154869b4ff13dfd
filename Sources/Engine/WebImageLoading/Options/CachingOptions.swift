// Options of the caches.
extension OptionConfigurable {
    /// The rule by which caches may answer; ``CachePolicy/normal`` by default, in views
    /// ``CachePolicy/cachedFirst``.
    public var cachePolicy: CachePolicy {
        get { options[ImageOptions.Policy.self] }
        set { options[ImageOptions.Policy.self] = newValue }
    }

    /// The use of the memory cache; read and written by default.
    public var memoryCaching: CacheAccess {
        get { options[ImageOptions.MemoryCaching.self] }
        set { options[ImageOptions.MemoryCaching.self] = newValue }
    }

    /// The use of the disk cache; read and written by default.
    ///
    /// With both caches `off`, the origin is asked without a condition, its failures are not
    /// remembered, and nothing is stored.
    public var diskCaching: CacheAccess {
        get { options[ImageOptions.DiskCaching.self] }
        set { options[ImageOptions.DiskCaching.self] = newValue }
    }

    /// The bytes of an image that go to the disk, if ``diskCaching`` allows any;
    /// ``DiskRepresentation/automatic`` by default.
    public var diskRepresentation: DiskRepresentation {
        get { options[ImageOptions.Representation.self] }
        set { options[ImageOptions.Representation.self] = newValue }
    }

    /// The staleness up to which an image stands in for an origin that fails; 24 hours by default,
    /// nil for never.
    ///
    /// A response's own `stale-if-error` takes precedence; one with `must-revalidate` or `no-cache`
    /// never stands in. The response of the pipeline then has a `staleReason`. With
    /// ``CachePolicy/cachedFirst`` the image that was shown stays whatever its age.
    public var staleIfError: Duration? {
        get { options[ImageOptions.StaleIfError.self] }
        set { options[ImageOptions.StaleIfError.self] = newValue }
    }

    /// `true` if the response has the bytes as they were loaded, in `encoded`; `false` by default.
    ///
    /// Images in memory and variants on disk have no such bytes: they do not answer, and the bytes
    /// are read from disk, or else loaded again. Without a disk cache each request asks the origin.
    /// The bytes are held as long as the response, and are not part of the memory budget.
    public var keepsEncodedBytes: Bool {
        get { options[ImageOptions.KeepsEncodedBytes.self] }
        set { options[ImageOptions.KeepsEncodedBytes.self] = newValue }
    }
}

// Their keys.
extension ImageOptions {
    package enum Policy: ImageOption {
        package static let name = "cache"
        package static let defaultValue = CachePolicy.normal
        package static let effect = OptionEffect.delivery
    }

    package enum MemoryCaching: ImageOption {
        package static let name = "memorycaching"
        package static let defaultValue = CacheAccess.readWrite
        package static let effect = OptionEffect.delivery
    }

    package enum DiskCaching: ImageOption {
        package static let name = "diskcaching"
        package static let defaultValue = CacheAccess.readWrite
        package static let effect = OptionEffect.delivery
    }

    package enum Representation: ImageOption {
        package static let name = "diskrepresentation"
        package static let defaultValue = DiskRepresentation.automatic
        package static let effect = OptionEffect.delivery
    }

    package enum StaleIfError: ImageOption {
        package static let name = "staleiferror"
        package static let defaultValue: Duration? = .seconds(86_400)
        package static let effect = OptionEffect.delivery
    }

    package enum KeepsEncodedBytes: ImageOption {
        package static let name = "keepsencodedbytes"
        package static let defaultValue = false
        package static let effect = OptionEffect.delivery
    }
}

/// The bytes of an image that go to the disk.
///
/// The original serves every size and transform of a picture; the variant saves decoding the whole
/// picture again. A request that keeps variants has its serializer's identity in its image key, so
/// that a lossy variant never answers for another image.
public enum DiskRepresentation: String, Hashable, Sendable, CaseIterable, Spellable {
    /// The variant if the request or the pipeline has a serializer, else the original.
    case automatic
    /// The bytes as they were loaded.
    case original
    /// The final image as the serializer writes it.
    case variant
    /// Each of them, under its own key.
    case both
}

extension ImageOptions {
    /// `true` if no cache has a part in the load.
    package var bypassesCaches: Bool { memoryCaching == .off && diskCaching == .off }
}
