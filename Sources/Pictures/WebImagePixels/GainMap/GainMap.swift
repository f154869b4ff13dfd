/// The gain map of a picture: a second picture in its file, which makes it bright on an HDR
/// display.
///
/// A value `v` of the map, from 0 to 1, stands for a gain of
/// `minimum + (maximum − minimum) · v^(1 / gamma)` stops. The alternate rendition is
/// `(base + baseOffset) · 2^(gain · weight) − alternateOffset` in linear light; the weight is 0 on
/// a display with the headroom of the base, and 1 with the headroom of the alternate, or -1 where
/// the base is the HDR rendition: gains are those of HDR over SDR (ISO 21496-1).
public struct GainMap: Hashable, Sendable {
    /// The specification that the numbers follow.
    public enum Kind: String, Hashable, Sendable {
        /// The block of ISO 21496-1.
        case iso21496 = "ISO 21496-1"
        /// The XMP of Adobe and Android, `hdrgm`.
        case ultraHDR = "Ultra HDR 1.0"
        /// The auxiliary picture of Apple's cameras, of which only the headroom is stated.
        case apple = "Apple"
    }

    /// The specification that the numbers follow.
    public var kind: Kind
    /// The stored width and height of the map in pixels.
    public var size: PixelSize
    /// The number of channels of the map's pixels, 1 or 3.
    public var channelCount: Int
    /// The numbers for red, green and blue, or one for all of them; empty for ``Kind/apple``.
    public var channels: [GainMapChannel]
    /// The headroom in stops up to which the base is shown as it is.
    public var baseHeadroom: Double
    /// The headroom in stops from which on the alternate is shown in full; nil if the file does not
    /// state it.
    ///
    /// It is less than ``baseHeadroom`` where the base is the HDR rendition.
    public var alternateHeadroom: Double?
    /// The colours of the alternate by their name, nil for the ones of the base, and unknown ones.
    public var alternateColorName: String?
    /// `true` if the gains are applied in the primaries of the base, `false` in the alternate's.
    package var usesBaseColors = true

    /// Creates a description.
    ///
    /// - Parameters:
    ///   - kind: The specification that the numbers follow.
    ///   - size: The stored size of the map in pixels.
    ///   - channelCount: The number of channels of its pixels.
    ///   - channels: The numbers of the channels.
    ///   - baseHeadroom: The headroom of the base in stops.
    ///   - alternateHeadroom: The headroom of the alternate in stops; nil if it is unknown.
    public init(
        kind: Kind, size: PixelSize, channelCount: Int, channels: [GainMapChannel],
        baseHeadroom: Double, alternateHeadroom: Double?
    ) {
        (self.kind, self.size, self.channelCount) = (kind, size, channelCount)
        self.channels = channels
        (self.baseHeadroom, self.alternateHeadroom) = (baseHeadroom, alternateHeadroom)
    }
}
