import WebImageCoding
import WebImagePixels

/// The steps from a file's stored pixels to those of a response: size, colours, orientation, cut, canvas.
///
/// The same for the poster, every frame and every preview.
struct Preparation: Sendable {
    let metadata: ImageMetadata
    let downsampling: Downsampling
    /// The colours to convert from, sRGB also for colours that are kept.
    let color: ColorDescription
    let converter: (any ColorConverting)?
    /// The part of the scaled pixels that the first frame has shown.
    private(set) var kept: PixelRect?

    /// Returns the prepared picture.
    ///
    /// - Parameter onIgnored: Receives the reason why colours are not converted, if it is not.
    /// - Throws: `CodecError.limit` if the system refuses the memory.
    mutating func run(
        _ stored: Bitmap, onIgnored: (String) -> Void = { _ in }
    ) throws(CodecError) -> Bitmap {
        var bitmap = stored
        if let shown = downsampling.shown(of: bitmap.size, metadata) {
            bitmap = try bitmap.replaced(by: shown.size) {
                $0.resampled(to: shown.size, columns: shown.columns, rows: shown.rows)
            }
        }
        if color != .sRGB || bitmap.colorSpace == .cmyk { try bitmap.makeUnique() }
        convertColors(to: &bitmap, onIgnored)
        let orientation = downsampling.orientation(of: metadata)
        if orientation != .up {
            let upright = orientation.upright(bitmap.size)
            bitmap = try bitmap.replaced(by: upright) { $0.oriented(orientation) }
        }
        let rect = kept ?? downsampling.kept(of: bitmap, metadata)
        kept = rect
        if bitmap.size != rect.size {
            bitmap = try bitmap.replaced(by: rect.size) { $0.cropped(to: rect) }
        }
        guard let canvas = downsampling.canvas(of: metadata) else { return bitmap }
        return try bitmap.replaced(by: canvas.size) { $0.placed(canvas.place, on: canvas.size) }
    }

    private func convertColors(to bitmap: inout Bitmap, _ onIgnored: (String) -> Void) {
        if color != .sRGB {
            do throws(CodecError) {
                guard let converter else {
                    throw .unsupported(.init(rawValue: "icc"), "the trait Color is off")
                }
                try converter.convertToSRGB(&bitmap, from: color)
            } catch {
                onIgnored("the colour profile is not applied: \(error)")
            }
        }
        if bitmap.colorSpace == .cmyk { bitmap.convertCMYKToSRGB() }
    }
}

extension DecodeOutput {
    /// The profile that can be kept with the pixels; nil if they must be converted.
    var lastingProfile: [UInt8]? {
        guard bitmap.colorSpace == .embedded,
            let profile = color.embeddedProfile.flatMap(ICCProfile.init)
        else { return nil }
        // Later frames of an animation may have colours.
        let fits = !profile.isGray || metadata.frameCount == 1 && bitmap.isGray
        return fits ? profile.bytes : nil
    }
}

extension Bitmap {
    /// `true` if no pixel has colour.
    var isGray: Bool { [.gray8, .grayAlpha8].contains(fewestChannels) }

    /// Returns the picture of `size` that a kernel makes of this one, with its memory reserved.
    ///
    /// - Throws: `CodecError.limit` if the system refuses the memory.
    func replaced(by size: PixelSize, _ kernel: (Bitmap) -> Bitmap) throws(CodecError) -> Bitmap {
        let scratch = max(
            Bitmap.scratchByteCount(of: self.size), Bitmap.scratchByteCount(of: size))
        return try Bitmap.reserving(
            Bitmap.byteCount(of: size), scratch: scratch
        ) { () throws(CodecError) in kernel(self) }
    }
}
