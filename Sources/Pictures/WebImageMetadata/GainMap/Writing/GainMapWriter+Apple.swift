package import WebImagePixels

extension GainMapWriter {
    /// Returns a map with numbers; of Apple's, of which only the headroom is stated, those that
    /// other libraries take for them.
    ///
    /// libavif 1.4 and libultrahdr read a value of such a map as its share of the headroom in
    /// stops, so that a copy looks the same in their readers. Apple's own formula, a ratio of
    /// `1 + (headroom − 1) · g` in linear light, is darker between the ends.
    ///
    /// - Returns: nil for a map of Apple whose headroom is not known, or is none.
    package static func stated(_ map: GainMap) -> GainMap? {
        guard map.kind == .apple else { return map }
        guard let headroom = map.alternateHeadroom, headroom > 0, headroom <= GainMap.most else {
            return nil
        }
        var map = map
        map.kind = .iso21496
        map.baseHeadroom = 0
        map.channels = [
            GainMapChannel(
                minimum: 0, maximum: headroom, gamma: 1, baseOffset: 0, alternateOffset: 0)
        ]
        return map
    }
}
