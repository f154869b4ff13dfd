import WebImageCoding
import WebImagePixels

/// What turns the stored pixels of a file into those of a response: size, colours, orientation, cut.
///
/// The same for the poster, every frame, every preview.
struct Preparation: Sendable {
    /// The header of the file.
    let metadata: ImageMetadata
    /// What the request asks for.
    let downsampling: Downsampling
    /// The file's colours, nil for sRGB.
    let profile: ByteBlock?
    /// What applies the profile.
    let color: (any ColorConverting)?

    /// The prepared picture.
    ///
    /// - Parameter onIgnored: Told why the profile is not applied; the colours then stay as they are.
    func run(_ stored: Bitmap, onIgnored: (String) -> Void = { _ in }) -> Bitmap {
        var bitmap = stored
        reduce(&bitmap)
        applyProfile(to: &bitmap, onIgnored)
        if metadata.orientation != .up { bitmap = bitmap.oriented(metadata.orientation) }
        cut(&bitmap)
        return bitmap
    }

    /// Scales the stored pixels to the size asked for; `fill` still has its surplus.
    private func reduce(_ bitmap: inout Bitmap) {
        let upright = downsampling.scaledSize(of: metadata.size, isVector: metadata.isVector)
        let stored = metadata.orientation.upright(upright)
        if bitmap.size != stored { bitmap = bitmap.resampled(to: stored) }
    }

    /// Turns the file's colours into sRGB.
    private func applyProfile(to bitmap: inout Bitmap, _ onIgnored: (String) -> Void) {
        if let profile {
            do throws(CodecError) {
                guard let color else {
                    throw .unsupported(.init(rawValue: "icc"), "the trait Color is off")
                }
                try color.convertToSRGB(&bitmap, from: profile)
            } catch {
                onIgnored("the colour profile is not applied: \(error)")
            }
        }
        if bitmap.colorSpace == .cmyk { bitmap.convertCMYKToSRGB() }
    }

    /// Cuts away what `fill` scaled beyond the box, evenly on both sides.
    private func cut(_ bitmap: inout Bitmap) {
        guard downsampling.fit == .fill, let box = downsampling.box else { return }
        let width = box.width > 0 ? min(box.width, bitmap.size.width) : bitmap.size.width
        let height = box.height > 0 ? min(box.height, bitmap.size.height) : bitmap.size.height
        let size = PixelSize(width: width, height: height)
        guard size != bitmap.size else { return }
        let x = (bitmap.size.width - width) / 2
        let y = (bitmap.size.height - height) / 2
        bitmap = bitmap.cropped(to: PixelRect(x: x, y: y, size: size))
    }
}
