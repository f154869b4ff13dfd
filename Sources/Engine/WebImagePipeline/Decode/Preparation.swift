import WebImageCoding
import WebImagePixels

/// The steps from a file's stored pixels to a response's: size, colours, orientation, cut,
/// canvas.
///
/// The same for the poster, every frame and every preview.
struct Preparation: Sendable {
    let metadata: ImageMetadata
    let downsampling: Downsampling
    /// The colours to convert from, sRGB also for colours that are kept.
    let color: ColorDescription
    /// The conversion of samples in PQ or HLG to light; nil for others.
    var light: LightDecoding?
    let converter: (any ColorConverting)?
    /// The part of the scaled pixels that the first frame has shown.
    private(set) var kept: PixelRect?

    /// Returns the prepared picture.
    ///
    /// - Parameters:
    ///   - isScaled: `true` if the pixels have the scale of the result.
    ///   - onIgnored: Receives the reason why colours are not converted, if it is not.
    /// - Throws: `CodecError.limit` if the system refuses the memory.
    mutating func run(
        _ stored: Bitmap, isScaled: Bool = false, onIgnored: (String) -> Void = { _ in }
    ) throws(CodecError) -> Bitmap {
        var bitmap = isScaled ? stored : try downsampling.scaled(stored, metadata)
        if let light {
            let stored = bitmap
            bitmap = try Bitmap.reserving(
                Bitmap.byteCount(of: stored.size, as: .rgbaHalf)
            ) { () throws(CodecError) in
                KernelCancellation.observing { light.light(of: stored) }
            }
            if metadata.profile != nil { bitmap.colorSpace = .embedded }
        }
        if color != .sRGB, converter?.takes(bitmap.sampleFormat) == false {
            bitmap = try bitmap.reservedConversion(to: .bgra8)
        }
        if color != .sRGB || bitmap.colorSpace == .cmyk { try bitmap.makeUnique() }
        convertColors(to: &bitmap, onIgnored)
        bitmap = try downsampling.turned(bitmap, metadata)
        bitmap = try downsampling.cut(bitmap, metadata, keeping: &kept)
        return try downsampling.placed(bitmap, metadata)
    }

    /// The moves of the stored pixels, once the first frame has shown which part is kept.
    var moves: [PixelMove] { downsampling.moves(of: metadata, keeping: kept) }

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
    /// Returns the conversion of samples in PQ or HLG to light, and the profile of the result; nil
    /// for other samples.
    ///
    /// - Parameter keepsPrimaries: `true` for light in the primaries of the file, which the profile
    ///   states, in place of BT.709's.
    func light(
        keepingPrimaries keepsPrimaries: Bool
    ) -> (decoding: LightDecoding, profile: [UInt8]?)? {
        guard bitmap.sampleFormat == .rgba16, case .codePoints(let points) = color,
            color.isHighDynamicRange
        else { return nil }
        let keeps = keepsPrimaries && points.primaries != .bt709
        let decoding = LightConversion.decoding(
            color, to: keeps ? nil : .bt709, peak: metadata.headroom.map { $0 * 203 })
        // Light that is reduced to samples gets the curve of sRGB.
        let profile = keeps ? points.shown.profile.flatMap(ICCProfile.init)?.bytes : nil
        return decoding.map { ($0, profile) }
    }

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
    var isGray: Bool { fewestChannels.isGray }
}
