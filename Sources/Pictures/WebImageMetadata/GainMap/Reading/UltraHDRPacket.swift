import WebImageBytes
import WebImagePixels

/// The numbers of a gain map in XMP (Ultra HDR Image Format 1.0; `hdrgm`).
struct UltraHDRPacket {
    let channels: [GainMapChannel]
    let baseHeadroom: Double
    let alternateHeadroom: Double

    /// The namespace of the properties.
    static let namespace = "http://ns.adobe.com/hdr-gain-map/1.0/"

    /// Returns `true` if the packet of a base says that a gain map belongs to it.
    static func announces(_ packet: [UInt8]) -> Bool {
        XMPProperties(packet, namespace: namespace)?["Version"].isEmpty == false
    }

    /// Reads the packet of a gain map; nil if it has no such numbers.
    ///
    /// - Throws: `GainMapDamage` for another version, and for missing and unreadable numbers.
    init?(_ packet: [UInt8]) throws(GainMapDamage) {
        guard let properties = XMPProperties(packet, namespace: Self.namespace),
            let version = properties["Version"].first
        else { return nil }
        guard version == "1.0" else {
            throw GainMapDamage("the gain map has another version than 1.0")
        }
        let isInverse = properties["BaseRenditionIsHDR"].first?.lowercased() == "true"
        let numbers = { (name: String, otherwise: Double?) throws(GainMapDamage) -> [Double] in
            try Self.numbers(name, of: properties, otherwise: otherwise)
        }
        let (least, most) = (
            try numbers("HDRCapacityMin", 0)[0], try numbers("HDRCapacityMax", nil)[0]
        )
        (baseHeadroom, alternateHeadroom) = isInverse ? (most, least) : (least, most)
        let (minimum, maximum) = (try numbers("GainMapMin", 0), try numbers("GainMapMax", nil))
        let (gamma, offsetSDR) = (try numbers("Gamma", 1), try numbers("OffsetSDR", 1 / 64))
        let offsetHDR = try numbers("OffsetHDR", 1 / 64)
        let lists = [minimum, maximum, gamma, offsetSDR, offsetHDR]
        let (base, alternate) = isInverse ? (offsetHDR, offsetSDR) : (offsetSDR, offsetHDR)
        channels = (0..<(lists.map(\.count).max() ?? 1)).map { index in
            GainMapChannel(
                minimum: minimum.repeating(index), maximum: maximum.repeating(index),
                gamma: gamma.repeating(index), baseOffset: base.repeating(index),
                alternateOffset: alternate.repeating(index))
        }
    }

    /// Returns one number, or three for the channels.
    private static func numbers(
        _ name: String, of properties: XMPProperties, otherwise: Double?
    ) throws(GainMapDamage) -> [Double] {
        let texts = properties[name]
        if texts.isEmpty, let otherwise { return [otherwise] }
        guard texts.count == 1 || texts.count == 3 else {
            throw GainMapDamage("\(name) of the gain map has \(texts.count) values")
        }
        let numbers = texts.compactMap { Double($0) }.filter(\.isFinite)
        guard numbers.count == texts.count else {
            throw GainMapDamage("\(name) of the gain map is no number")
        }
        return numbers
    }
}

extension [Double] {
    /// Returns a number of a list, or the only one.
    fileprivate func repeating(_ index: Int) -> Double { self[count == 1 ? 0 : index] }
}
