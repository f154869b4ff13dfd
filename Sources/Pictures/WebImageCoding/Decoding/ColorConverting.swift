import WebImageBytes
import WebImageColorimetry
public import WebImagePixels

/// Converts colours to sRGB.
public protocol ColorConverting: BitmapConsumer, Sendable {
    /// The name and version of the converter.
    var identity: String { get }
    /// Converts in place, relative colorimetric with black point compensation; alpha stays.
    ///
    /// - Parameters:
    ///   - bitmap: Pixels in the described colours, in one of the converter's formats; four inks if
    ///     its colour space is `cmyk`. sRGB afterwards.
    ///   - color: The description of the colours.
    /// - Throws: `CodecError` if a profile is damaged or does not match the pixels.
    func convertToSRGB(_ bitmap: inout Bitmap, from color: ColorDescription) throws(CodecError)
    /// Returns the description of an ICC profile in English; nil without one or if it is damaged.
    func describe(_ profile: ByteBlock) -> String?
}

extension ColorConverting {
    /// Returns `true` if colours match sRGB within the rounding of 8 bits.
    ///
    /// `false` for a profile that is damaged, or of inks.
    package func isSRGB(_ color: ColorDescription) -> Bool {
        guard color != .sRGB else { return true }
        let isGray = color.profile?.withSpan { $0.has("GRAY", at: 16) } ?? false
        let size = PixelSize(width: 36, height: 6)
        let before = Bitmap(size: size, isOpaque: true) { x, y in
            let color = SIMD4(Double(x % 6), Double(x / 6), Double(y), 5) / 5
            return isGray ? SIMD4(color.x, color.x, color.x, 1) : color
        }
        var after = before
        guard (try? after.makeUnique()) != nil,
            (try? convertToSRGB(&after, from: color)) != nil
        else { return false }
        return zip(before.samples, after.samples).allSatisfy { old, new in
            let difference = old - new
            return (difference * difference).max() <= 1.5 / (255 * 255)
        }
    }
}
