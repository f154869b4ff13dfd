/// The media types that bring a picture, such as `image/png` and `image/*`; none for any.
///
/// A server's type is only a hint, and by default the bytes alone decide. Who sets this refuses what
/// is announced as something else, such as an error in JSON, before its body is read. An answer
/// without a type is refused too; answers of files and data are accepted.
public enum AcceptedMediaTypes: ImageOption {
    /// `mediatypes`.
    public static let name = "mediatypes"
    /// Any, or none at all.
    public static let defaultValue: [String] = []
    /// Other bytes: what another list refuses must not come from the cache.
    public static let effect = OptionEffect.bytes
}
