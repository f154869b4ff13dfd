public import WebImagePixels

/// Converts the colours of an embedded profile to sRGB.
public protocol ColorConverting: Sendable {
    /// The name and version of the converter.
    var identity: String { get }
    /// Converts in place, relative colorimetric with black point compensation; alpha stays.
    ///
    /// - Parameters:
    ///   - bitmap: Pixels in the profile's colours: blue, green, red, alpha, or four inks if its
    ///     colour space is `cmyk`; sRGB afterwards.
    ///   - profile: The ICC profile.
    /// - Throws: `CodecError` if the profile is damaged or does not match the pixels.
    func convertToSRGB(_ bitmap: inout Bitmap, from profile: ByteBlock) throws(CodecError)
    /// Returns the description of an ICC profile in English; nil without one or if it is damaged.
    func describe(_ profile: ByteBlock) -> String?
}
