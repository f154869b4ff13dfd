import WebImageCoding
import WebImagePixels

/// decode: the light of a base and its gain map, for displays of a headroom (ISO 21496-1).
struct GainMapApplication {
    /// The colours of the base's pixels as they must be prepared: the ones of the file, or sRGB.
    let keepsStoredColors: Bool
    private let map: GainMap
    private let decoding: LightDecoding
    private let weight: Double
    /// The matrices for gains in the primaries of the alternate; nil for those of the base.
    private let colors: GainMapLight.Colors?

    /// Creates the application of a map; nil for one whose numbers are not known.
    ///
    /// - Parameters:
    ///   - color: The colours of the base.
    ///   - headroom: The light that a display shows, as a multiple of white; nil for all of it.
    init?(_ map: GainMap, to color: ColorDescription, headroom: Double?) {
        guard let stated = GainMapWriter.stated(map) else { return nil }
        self.map = stated
        let all = max(stated.baseHeadroom, stated.alternateHeadroom ?? 0)
        weight = stated.weight(headroom: headroom ?? power(2, all))
        if let own = LightConversion.decoding(color) {
            (decoding, keepsStoredColors) = (own, true)
        } else if let sRGB = LightConversion.decoding(.sRGB) {
            (decoding, keepsStoredColors) = (sRGB, false)
        } else {
            return nil
        }
        let base: ColorDescription = keepsStoredColors ? color : .sRGB
        colors = stated.alternatePrimaries.map { alternate in
            GainMapLight.Colors(
                base: LightConversion.matrix(from: base, to: alternate),
                result: alternate.chromaticities.matrix(to: ColorPrimaries.bt709.chromaticities))
        }
    }

    /// Returns the light of a prepared base and the pixels of its map.
    ///
    /// - Throws: `CodecError.limit` if the system refuses the memory.
    func light(of base: Bitmap, with pixels: Bitmap) throws(CodecError) -> Bitmap {
        // Numbers that are none leave the base, in its own colours.
        let gain = GainMapLight(pixels, of: map, weight: weight, colors: colors)
        return try Bitmap.reserving(
            Bitmap.byteCount(of: base.size, as: .rgbaHalf),
            scratch: Bitmap.scratchByteCount(of: base.size, as: .rgbaHalf)
        ) { () throws(CodecError) in
            KernelCancellation.observing {
                gain.map { decoding.light(of: base, with: $0) } ?? decoding.light(of: base)
            }
        }
    }
}

extension DecodedImage {
    /// Returns the light of this image and the gain map that it has; itself without one, or if the
    /// colours of its profile have tables.
    ///
    /// - Throws: `CodecError.limit` if the system refuses the memory.
    func applyingGainMap(headroom: Double?) throws(CodecError) -> DecodedImage {
        let color = ColorDescription(profile: metadata.profile.map { ByteBlock(copying: $0) })
        guard let map = metadata.gainMap, let pixels = gainMap,
            let application = GainMapApplication(map, to: color, headroom: headroom),
            application.keepsStoredColors
        else { return self }
        var metadata = metadata
        (metadata.profile, metadata.isProfileForGainMap) = (nil, false)
        return DecodedImage(
            poster: try application.light(of: poster, with: pixels), metadata: metadata,
            frames: nil)
    }
}

extension GainMap {
    /// The primaries in which the gains of three channels are applied; nil for those of the base,
    /// and for unknown ones.
    fileprivate var alternatePrimaries: ColorPrimaries? {
        guard !usesBaseColors, channels.count == 3, let name = alternateColorName else {
            return nil
        }
        return ColorPrimaries.allCases.first { primaries in
            TransferFunction.allCases.contains { transfer in
                ColorCodePoints(primaries: primaries, transfer: transfer).name == name
            }
        }
    }
}
