package import WebImageBytes
package import WebImagePixels

/// The description of the gain map in a file, if it has one.
package enum GainMapReading: Hashable, Sendable {
    /// It has none.
    case none
    /// The description of the map.
    case map(GainMap)
    /// The description contradicts itself, or is of an unknown version; the reason.
    case damaged(String)

    /// Reads the description in the headers of a JPEG, AVIF, HEIC or JPEG XL file; no pixels are
    /// decoded.
    ///
    /// - Parameters:
    ///   - image: The file; its format is known.
    ///   - size: The stored size of the base in pixels, which the map must not exceed.
    ///   - exif: The EXIF block of the base, which may have the headroom of Apple's cameras.
    package init(of image: EncodedImage, size: PixelSize, exif: [UInt8]?) {
        do throws(GainMapDamage) {
            let map = try image.bytes.withSpan { bytes throws(GainMapDamage) -> GainMap? in
                switch image.format {
                case .jpeg: try JPEGGainMap(of: bytes, exif: exif)?.map
                case .avif, .heic: try MediaGainMap(of: bytes, exif: exif)?.map
                case .jxl: try JPEGXLGainMap(of: bytes)?.map
                default: nil
                }
            }
            self = .none
            guard let map else { return }
            try map.check(base: size, mayTurn: image.format == .avif || image.format == .heic)
            self = .map(map)
        } catch {
            self = .damaged(error.reason)
        }
    }
}

extension GainMapReading {
    /// Returns `true` if a file has a map that can be read, of whatever size.
    static func hasMap(_ image: EncodedImage) -> Bool {
        switch GainMapReading(of: image, size: .largest, exif: nil) {
        case .map: true
        case .none, .damaged: false
        }
    }

    /// Returns `true` if the map, or its description, may lie after the first bytes of a file.
    ///
    /// - Parameter start: The first bytes, in which no whole map was found.
    package static func mayFollow(_ start: EncodedImage) -> Bool {
        start.bytes.withSpan { bytes in
            switch start.format {
            case .jpeg: JPEGGainMap.mayFollow(bytes)
            case .avif, .heic:
                switch GainMapReading(of: start, size: .largest, exif: nil) {
                case .damaged: true
                case .none, .map: false
                }
            case .jxl: !bytes.has([0xFF, 0x0A])
            default: false
            }
        }
    }
}

/// The reason that a gain map is ignored.
struct GainMapDamage: Error {
    let reason: String

    init(_ reason: String) { self.reason = reason }
}

extension GainMap {
    /// The most stops of a gain or a headroom, and the largest exponent and offset, that a display
    /// could need.
    static let most = 64.0

    /// Checks that the numbers can be applied to a base of this size.
    ///
    /// - Parameter mayTurn: `true` if base and map may be stored in different orientations.
    fileprivate func check(base: PixelSize, mayTurn: Bool) throws(GainMapDamage) {
        guard !size.isEmpty else { throw GainMapDamage("the gain map has no pixels") }
        // A picture that was made smaller after its map was made may have the larger map.
        guard size.area <= 2 * base.area else {
            throw GainMapDamage("the gain map, \(size), is much larger than its base, \(base)")
        }
        guard base == .largest || size.isLike(base) || mayTurn && size.isLike(base.transposed)
        else { throw GainMapDamage("the gain map, \(size), has not the shape of \(base)") }
        for channel in channels { try channel.check(most: Self.most) }
        let headrooms = [baseHeadroom, alternateHeadroom ?? 0]
        guard headrooms.allSatisfy({ (0...Self.most).contains($0) }) else {
            throw GainMapDamage("a headroom of the gain map is no number from 0 to \(Self.most)")
        }
    }
}

extension PixelSize {
    fileprivate static var largest: PixelSize { PixelSize(width: 1 << 30, height: 1 << 30) }
}

extension GainMapChannel {
    fileprivate func check(most: Double) throws(GainMapDamage) {
        // Comparisons with NaN are false.
        guard [minimum, maximum, baseOffset, alternateOffset].allSatisfy({ abs($0) <= most }) else {
            throw GainMapDamage("a gain or an offset is no number up to \(most)")
        }
        guard minimum <= maximum else {
            throw GainMapDamage("the least gain, \(minimum), is over the largest, \(maximum)")
        }
        guard gamma > 0, gamma <= most else {
            throw GainMapDamage("the exponent of the gain map is \(gamma)")
        }
    }
}
