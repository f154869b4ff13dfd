import WebImageCoding
import WebImagePixels

extension ImageMetadata {
    /// Adds what the file says of light above white: its gain map, and whether it has some.
    ///
    /// Decoders of formats that are not read here may have stated ``contentLight``, for PQ.
    ///
    /// - Parameter color: The colours of the file.
    mutating func addLight(of encoded: EncodedImage, color: ColorDescription) {
        let stored = orientation.upright(size)
        switch GainMapReading(of: encoded, size: stored, exif: exif) {
        case .none: break
        case .map(let map): gainMap = map
        case .damaged(let reason): gainMapDamage = reason
        }
        let light = StatedLight(of: encoded)
        let stated = light.curve ?? contentLight.map { _ in .pq }
        let curve = color.lightCurve ?? stated.flatMap { $0.isAboveWhite ? $0 : nil }
        isHighDynamicRange = gainMap != nil || curve != nil
        contentLight = light.content ?? contentLight
        if let gainMap {
            headroom = power(2, max(gainMap.alternateHeadroom ?? 0, gainMap.baseHeadroom))
        } else if curve == .hlg {
            headroom = LightConversion.headroom(.hlg, peak: nil)
        } else if curve == .pq {
            let peak = light.peak ?? contentLight.map { Double($0.maximum) }
            headroom = peak.map { max($0 / 203, 1) }
        }
    }
}
