/// What of an image goes to the disk, where ``StorePolicy`` lets anything go there.
///
/// The original serves every size and transform of a picture; the variant saves decoding the whole
/// picture again. A request that keeps variants has the identity of its serializer in its image key,
/// so a lossy variant never stands for an image that was made without it.
public enum DiskContent: String, Hashable, Sendable, CaseIterable, Spellable {
    /// The variant where the request or the pipeline has a serializer, else the original.
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
    /// The variant where there is a serializer, else the original.
    public static let defaultValue = DiskContent.automatic
    /// The same picture, as far as this option goes; the serializer speaks for itself.
    public static let effect = OptionEffect.delivery
}
