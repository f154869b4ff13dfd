/// What a caller waits for besides its image.
///
/// What nobody waits for is stored behind the answer. The pipeline owns those writes: they are not
/// cancelled with the request, a later request of the same pipeline finds what is on its way, and
/// ``ImagePipeline/flush()`` waits for all of them.
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
