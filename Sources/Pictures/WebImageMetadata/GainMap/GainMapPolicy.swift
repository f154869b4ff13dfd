/// The handling of a picture's gain map by an encoded file.
public enum GainMapPolicy: Hashable, Sendable {
    /// It is kept where the format has one: in JPEG, AVIF and JPEG XL.
    case keep
    /// It is dropped: the file has the base alone.
    case drop
}
