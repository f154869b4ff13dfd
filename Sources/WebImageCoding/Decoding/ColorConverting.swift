public import WebImagePixels

/// Turns the colours of an embedded profile into sRGB.
public protocol ColorConverting: Sendable {
    /// Name and version of what converts.
    var identity: String { get }
    /// Converts in place, relative colorimetric with black point compensation; alpha stays.
    ///
    /// - Parameter bitmap: Pixels in the profile's colours, as blue, green, red, alpha or, with
    ///   colour space `cmyk`, as four inks; sRGB afterwards.
    /// - Throws: `CodecError` when the profile is damaged or does not fit the pixels.
    func convertToSRGB(_ bitmap: inout Bitmap, from profile: ByteBlock) throws(CodecError)
    /// The profile's description in English, nil when it has none or is damaged.
    func describe(_ profile: ByteBlock) -> String?
}
