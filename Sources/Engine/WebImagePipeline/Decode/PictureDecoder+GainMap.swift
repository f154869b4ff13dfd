import WebImageCoding
import WebImagePixels

// The gain map beside a picture: kept, or applied to its base.
extension PictureDecoder {
    /// Returns the gain map to decode; nil if none is wanted.
    ///
    /// A map for a base in PQ or HLG is none for the one that was made of it for SDR.
    func wantedMap(
        _ metadata: ImageMetadata, _ encoded: EncodedImage, _ decoder: any ImageDecoder
    ) -> GainMap? {
        guard keepsGainMap || appliesGainMap, let map = metadata.gainMap else { return nil }
        if appliesGainMap { return map }
        // The output has the colours of its pixels, not those of the file.
        let color = encoded.bytes.withSpan { decoder.color(of: $0) }
        return color.isHighDynamicRange ? nil : map
    }

    /// `true` to apply a gain map to its base.
    ///
    /// One that is kept beside its base is not applied.
    var appliesGainMap: Bool { options.pixelDepth == .hdr && !keepsGainMap && holdsLight }

    /// Returns the application of a gain map; nil if it is kept, or its numbers are not known.
    func application(
        of map: GainMap, to output: DecodeOutput
    ) -> GainMapApplication? {
        guard appliesGainMap else { return nil }
        return GainMapApplication(map, to: output.color, headroom: options.headroom)
    }

    /// Returns `true` if the profile of the file stays: a gain map is one for the colours of its
    /// base.
    func keepsColors(beside map: GainMap?) -> Bool {
        options.colorProfile == .keep && !(map != nil && appliesGainMap)
            || map != nil && keepsGainMap && mayKeepColors
    }

    /// Returns the pixels of a gain map; one that cannot be decoded counts as damaged.
    func pixels(
        of map: GainMap, _ encoded: EncodedImage, _ metadata: inout ImageMetadata,
        _ decoder: any ImageDecoder, _ preparation: Preparation
    ) throws(CodecError) -> Bitmap? {
        do throws(CodecError) {
            return try GainMapDecoder(map, of: metadata, decoder, limits)
                .pixels(in: encoded, preparation.moves)
        } catch {
            if error == .cancelled || Task.isCancelled { throw .cancelled }
            (metadata.gainMap, metadata.gainMapDamage) = (nil, "\(error)")
            return nil
        }
    }
}
