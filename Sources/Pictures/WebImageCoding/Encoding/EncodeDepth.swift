/// The bits of a sample in a file, of formats that have a choice.
public enum EncodeDepth: String, Hashable, Sendable, CaseIterable {
    /// As many as the pixels have, or the most that the format has; the default.
    case keep
    /// 8 bits.
    case eight
    /// 16 bits, or the most that the format has.
    case sixteen
}
