import WebImageCoding
import WebImagePixels

/// The form that light above white takes in a file.
enum LightForm: Hashable {
    /// Samples in PQ or HLG.
    case curve(ColorCodePoints)
    /// Samples in sRGB, and a gain map.
    case gainMap
    /// Half floats.
    case halves
    /// Samples that are mapped to the range of sRGB: the format has no other form, or 8 bits are
    /// asked for.
    case reduced

    /// `true` for the forms of light to which a gain map is applied.
    var isOfApplied: Bool {
        switch self {
        case .curve, .halves: true
        case .gainMap, .reduced: false
        }
    }

    /// Returns the form by the settings, or else the usual one of the format: half floats if the
    /// file is lossless, PQ, half floats, a gain map.
    init(_ settings: EncodeSettings, _ encoder: any ImageEncoder) {
        let points = ColorCodePoints(
            primaries: .bt2020, transfer: settings.lightCurve == .hlg ? .hlg : .pq)
        let hasCurve = encoder.canState(points) && encoder.takes(.rgba16)
        let hasMap = settings.gainMap == .keep && GainMapWriter.formats.contains(encoder.format)
        let hasHalves = encoder.takes(.rgbaHalf)
        switch settings.lightCurve {
        case .pq where hasCurve, .hlg where hasCurve: self = .curve(points)
        case .gainMap where hasMap: self = .gainMap
        case nil where settings.depth == .eight: self = .reduced
        default:
            if hasHalves, settings.isLossless || !hasCurve {
                self = .halves
            } else {
                self = hasCurve ? .curve(points) : hasMap ? .gainMap : .reduced
            }
        }
    }
}

extension EncodeSettings {
    /// `true` unless light is to have another form than a gain map.
    var lightMayBeMap: Bool { [nil, .gainMap].contains(lightCurve) }
}

extension DecodedImage {
    /// Returns an image of light with the samples, and the gain map, of its file.
    ///
    /// - Parameters:
    ///   - hasAlpha: `false` for a format without, whose pixels are laid over the matte.
    ///   - settings: Gets what the file states about them.
    /// - Throws: `CodecError.limit` if the system refuses the memory.
    func stored(
        as form: LightForm, hasAlpha: Bool, _ settings: inout EncodeSettings
    ) throws(CodecError) -> DecodedImage {
        let primaries =
            metadata.profile.flatMap { ICCProfile(ByteBlock(copying: $0))?.statedPrimaries }
            ?? .bt709
        var metadata = metadata
        metadata.profile = nil
        switch form {
        case .reduced: return self
        case .halves:
            return DecodedImage(
                poster: try poster.inBT709(from: primaries), metadata: metadata, frames: nil)
        case .curve(let points):
            guard let encoding = LightConversion.encoding(points, from: primaries) else {
                return self
            }
            let samples = try poster.made(as: .rgba16) { encoding.samples(of: $0) }
            settings.codePoints = points
            settings.contentLight = points.transfer == .pq ? samples.contentLight : nil
            return DecodedImage(poster: samples, metadata: metadata, frames: nil)
        case .gainMap:
            var light = try poster.inBT709(from: primaries)
            if !hasAlpha {
                let matte = settings.matte
                light = try light.made(as: .rgbaHalf) {
                    $0.laid(over: SIMD4(matte.x, matte.y, matte.z, 255))
                }
            }
            return try light.withGainMap(metadata)
        }
    }
}

extension Bitmap {
    /// Returns the base that this light becomes on a screen, and the gain map that gives the light
    /// back.
    fileprivate func withGainMap(_ metadata: ImageMetadata) throws(CodecError) -> DecodedImage {
        let base = try reservedConversion(to: .bgra8)
        var (light, metadata) = (self, metadata)
        // The source may have stated no peak, or another one. A map needs some.
        light.measureHeadroom()
        light.headroom = max(light.headroom, 1.1)
        let (pixels, map) = try Bitmap.reserving(
            Bitmap.byteCount(of: size)
        ) { [light] () throws(CodecError) in
            KernelCancellation.observing { GainMap.made(from: light, base: base) }
        }
        metadata.gainMap = map
        return DecodedImage(poster: base, metadata: metadata, frames: nil, gainMap: pixels)
    }

    /// Returns light of some primaries in those of BT.709.
    fileprivate func inBT709(from primaries: ColorPrimaries) throws(CodecError) -> Bitmap {
        let own = primaries.chromaticities
        guard let matrix = own.matrix(to: ColorPrimaries.bt709.chromaticities) else { return self }
        return try made(as: .rgbaHalf) { $0.light(by: matrix) }
    }

    /// Returns what a kernel makes of this bitmap, with the memory of one in a format reserved.
    fileprivate func made(
        as format: SampleFormat, _ kernel: (Bitmap) -> Bitmap
    ) throws(CodecError) -> Bitmap {
        try Bitmap.reserving(
            Bitmap.byteCount(of: size, as: format)
        ) { () throws(CodecError) in KernelCancellation.observing { kernel(self) } }
    }
}
