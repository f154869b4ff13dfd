/// The depth of decoded samples.
public enum PixelDepth: String, Hashable, Sendable, CaseIterable {
    /// 8 bits a sample, the default: `SampleFormat.bgra8`.
    case eight
    /// As stored: stills of more than 8 bits a sample are `SampleFormat.rgba16`, all others
    /// `bgra8`.
    ///
    /// Animations, inks, and light in PQ and HLG have 8 bits in any case.
    case asStored
}
