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

    /// Returns the prepared picture.
    ///
    /// - Parameter onIgnored: Told why the profile is not applied; the colours then stay as they are.
    /// - Throws: `CodecError.limit` if the system refuses the memory.
    func run(
        _ stored: Bitmap, onIgnored: (String) -> Void = { _ in }
    ) throws(CodecError) -> Bitmap {
        var bitmap = stored
        let size = reducedSize
        try step(&bitmap, isNeeded: bitmap.size != size, making: size) { $0.resampled(to: size) }
        if profile != nil || bitmap.colorSpace == .cmyk { try bitmap.makeUnique() }
        applyProfile(to: &bitmap, onIgnored)
        let orientation = metadata.orientation
        try step(&bitmap, isNeeded: orientation != .up, making: orientation.upright(bitmap.size)) {
            $0.oriented(orientation)
        }
        let rect = cut(of: bitmap.size)
        try step(&bitmap, isNeeded: rect.size != bitmap.size, making: rect.size) {
            $0.cropped(to: rect)
        }
        return bitmap
    }

    /// Replaces a picture by one of `size`, for which there is memory.
    private func step(
        _ bitmap: inout Bitmap, isNeeded: Bool, making size: PixelSize,
        _ kernel: (Bitmap) -> Bitmap
    ) throws(CodecError) {
        guard isNeeded else { return }
        let scratch = max(
            Bitmap.scratchByteCount(of: bitmap.size), Bitmap.scratchByteCount(of: size))
        bitmap = try Bitmap.reserving(
            Bitmap.byteCount(of: size), scratch: scratch
        ) { () throws(CodecError) in kernel(bitmap) }
    }

    /// The stored size to scale to; `fill` still has its surplus.
    private var reducedSize: PixelSize {
        let upright = downsampling.scaledSize(of: metadata.size, isVector: metadata.isVector)
        return metadata.orientation.upright(upright)
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

    /// The rectangle without the pixels that `fill` scaled beyond the box, evenly on both sides.
    private func cut(of whole: PixelSize) -> PixelRect {
        guard downsampling.fit == .fill, let box = downsampling.box else {
            return PixelRect(x: 0, y: 0, size: whole)
        }
        let width = box.width > 0 ? min(box.width, whole.width) : whole.width
        let height = box.height > 0 ? min(box.height, whole.height) : whole.height
        return PixelRect(
            x: (whole.width - width) / 2, y: (whole.height - height) / 2,
            size: PixelSize(width: width, height: height))
    }
}
