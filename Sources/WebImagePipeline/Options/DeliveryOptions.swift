public import WebImageLoading
public import WebImageRuntime

extension LoadPriority: ImageOption {
    /// `priority`.
    public static let name = "priority"
    /// Normal priority.
    public static let defaultValue = LoadPriority.normal
    /// The same picture.
    public static let effect = OptionEffect.delivery
}

extension LoadPriority: Spellable {}

/// The writes that a caller waits for besides its image.
///
/// The others go on behind the response. The pipeline owns those writes: they are not cancelled with
/// the request, a later request of the same pipeline waits for them, and ``ImagePipeline/flush()``
/// waits for all.
public enum WaitsForStore: String, Hashable, Sendable, CaseIterable, Spellable {
    /// The image alone.
    case nothing
    /// The original on disk, which costs one short write: another process finds it.
    case original
    /// The variant on disk too, which is encoded first.
    case everything
}

extension WaitsForStore: ImageOption {
    /// `waitsforstore`.
    public static let name = "waitsforstore"
    /// The original.
    public static let defaultValue = WaitsForStore.original
    /// The same picture.
    public static let effect = OptionEffect.delivery
}

/// The least time between two progress updates of ``ImagePipeline/updates(for:)``.
///
/// The begin and the end of a transfer are always reported; zero reports every update.
public enum ProgressInterval: ImageOption {
    /// `progressinterval`.
    public static let name = "progressinterval"
    /// Ten a second.
    public static let defaultValue = Duration.milliseconds(100)
    /// The same picture.
    public static let effect = OptionEffect.delivery
}

/// The previews that ``ImagePipeline/updates(for:)`` delivers while the bytes arrive.
public enum Previews: ImageOption {
    /// `previews`.
    public static let name = "previews"
    /// Never.
    public static let defaultValue = PreviewPolicy.off
    /// The same picture.
    public static let effect = OptionEffect.delivery
}
