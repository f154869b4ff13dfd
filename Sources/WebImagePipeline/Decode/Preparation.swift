import WebImageCoding
import WebImagePixels

/// The steps from a file's stored pixels to those of a response: size, colours, orientation, cut.
///
/// The same for the poster, every frame and every preview.
struct Preparation: Sendable {
    let metadata: ImageMetadata
    let downsampling: Downsampling
    /// The colours to convert from, sRGB also for colours that are kept.
    let color: ColorDescription
    let converter: (any ColorConverting)?

    /// Returns the prepared picture.
    ///
    /// - Parameter onIgnored: Receives the reason why colours are not converted, if it is not.
    /// - Throws: `CodecError.limit` if the system refuses the memory.
    func run(
        _ stored: Bitmap, onIgnored: (String) -> Void = { _ in }
    ) throws(CodecError) -> Bitmap {
        var bitmap = stored
        let size = reducedSize
        if bitmap.size != size {
            let coverage = coverage
            bitmap = try bitmap.replaced(by: size) {
                $0.resampled(
                    to: size, columns: Coverage.span(coverage.columns, of: $0.size.width),
                    rows: Coverage.span(coverage.rows, of: $0.size.height))
            }
        }
        if color != .sRGB || bitmap.colorSpace == .cmyk { try bitmap.makeUnique() }
        convertColors(to: &bitmap, onIgnored)
        let orientation = metadata.orientation
        if orientation != .up {
            let upright = orientation.upright(bitmap.size)
            bitmap = try bitmap.replaced(by: upright) { $0.oriented(orientation) }
        }
        let rect = cut(of: bitmap.size)
        if bitmap.size != rect.size {
            bitmap = try bitmap.replaced(by: rect.size) { $0.cropped(to: rect) }
        }
        return bitmap
    }

    /// The stored size to scale to, with the surplus of `fill`.
    private var reducedSize: PixelSize {
        let upright = downsampling.scaledSize(of: metadata.size, isVector: metadata.isVector)
        return metadata.orientation.upright(upright)
    }

    /// The part of the stored picture that the reduced size covers.
    private var coverage: Coverage {
        let coverage = downsampling.coverage(of: metadata.size, isVector: metadata.isVector)
        return metadata.orientation.swapsSides ? coverage.transposed : coverage
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

    /// Returns the rectangle without the surplus of `fill`, which is cut evenly on both sides.
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
