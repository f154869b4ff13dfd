import WebImageCoding
import WebImagePixels

extension ImageMetadata {
    /// Adds what the file says of light above white: its gain map, and whether it has some.
    ///
    /// - Parameter color: The colours of the file.
    mutating func addLight(of encoded: EncodedImage, color: ColorDescription) {
        let stored = orientation.upright(size)
        switch GainMapReading(of: encoded, size: stored, exif: exif) {
        case .none: break
        case .map(let map): gainMap = map
        case .damaged(let reason): gainMapDamage = reason
        }
        isHighDynamicRange = gainMap != nil || color.isHighDynamicRange
    }
}
