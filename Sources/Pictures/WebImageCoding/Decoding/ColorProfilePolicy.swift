/// The colours of decoded pixels if their file has an ICC profile.
public enum ColorProfilePolicy: String, Hashable, Sendable, CaseIterable {
    /// Converted to sRGB, the default; profiles are not kept.
    case sRGB
    /// As stored: the profile is `ImageMetadata.profile`, and encoders embed it.
    ///
    /// CMYK, PQ and HLG become sRGB, and so do colours whose profile is damaged or does not fit.
    case keep
}
