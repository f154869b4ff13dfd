import WebImageBytes
import WebImagePixels

/// The block of ISO 21496-1, annex C, with the numbers of a gain map.
struct GainMapBlock {
    private(set) var channels: [GainMapChannel] = []
    private(set) var baseHeadroom = 0.0
    private(set) var alternateHeadroom = 0.0
    /// `true` if the map is applied in the primaries of the base.
    let usesBaseColors: Bool

    /// The bits of the flags.
    enum Flag {
        static let threeChannels: UInt8 = 0x80
        static let baseColors: UInt8 = 0x40
        /// All numbers have one denominator, as libultrahdr writes them.
        static let oneDenominator: UInt8 = 0x08
    }

    /// Reads the block in a range of a file, which it fills.
    ///
    /// - Throws: `GainMapDamage` for another version, and for bytes too few or too many.
    init(of bytes: RawSpan, in range: Range<Int>) throws(GainMapDamage) {
        var reader = ByteReader(at: range.lowerBound, .big)
        guard let version = reader.u16(of: bytes), let writer = reader.u16(of: bytes),
            let flags = reader.u8(of: bytes)
        else { throw Self.cut }
        guard version == 0, writer == 0 else {
            throw GainMapDamage(
                "the gain map has version \(version), written by \(writer); version 0 is known")
        }
        usesBaseColors = flags & Flag.baseColors != 0
        var common: UInt32?
        if flags & Flag.oneDenominator != 0 {
            guard let number = reader.u32(of: bytes) else { throw Self.cut }
            common = number
        }
        baseHeadroom = try Self.fraction(&reader, of: bytes, common, isSigned: false)
        alternateHeadroom = try Self.fraction(&reader, of: bytes, common, isSigned: false)
        for _ in 0..<(flags & Flag.threeChannels != 0 ? 3 : 1) {
            channels.append(
                GainMapChannel(
                    minimum: try Self.fraction(&reader, of: bytes, common),
                    maximum: try Self.fraction(&reader, of: bytes, common),
                    gamma: try Self.fraction(&reader, of: bytes, common, isSigned: false),
                    baseOffset: try Self.fraction(&reader, of: bytes, common),
                    alternateOffset: try Self.fraction(&reader, of: bytes, common)))
        }
        guard reader.offset == range.upperBound else {
            throw reader.offset > range.upperBound
                ? Self.cut : GainMapDamage("bytes follow the numbers of the gain map")
        }
    }

    /// Returns the description of a map with these numbers.
    func map(size: PixelSize, channelCount: Int) -> GainMap {
        var map = GainMap(
            kind: .iso21496, size: size, channelCount: channelCount, channels: channels,
            baseHeadroom: baseHeadroom, alternateHeadroom: alternateHeadroom)
        map.usesBaseColors = usesBaseColors
        return map
    }

    private static let cut = GainMapDamage("the numbers of the gain map are cut off")

    private static func fraction(
        _ reader: inout ByteReader, of bytes: RawSpan, _ common: UInt32?, isSigned: Bool = true
    ) throws(GainMapDamage) -> Double {
        guard let above = reader.u32(of: bytes) else { throw cut }
        var below = common
        if below == nil { below = reader.u32(of: bytes) }
        guard let below else { throw cut }
        guard below > 0 else { throw GainMapDamage("a number of the gain map is divided by 0") }
        return (isSigned ? Double(Int32(bitPattern: above)) : Double(above)) / Double(below)
    }
}
