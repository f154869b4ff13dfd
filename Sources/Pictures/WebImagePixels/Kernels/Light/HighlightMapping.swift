/// The mapping of light above white into the range of a screen: the EETF of ITU-R BT.2390 (5.4.1)
/// with a black of 0, for a screen of 203 cd/m².
///
/// Light is a part of 10,000 cd/m².
package enum HighlightMapping {
    /// The reference white of BT.2408, also the brightest light of the screen.
    package static let white = 0.0203

    /// Returns light mapped into the range of the screen.
    ///
    /// - Parameter peak: The brightest light of the picture, at least ``white``.
    package static func shown(_ light: Double, peak: Double) -> Double {
        let range = sample(ofLight: peak)
        let top = sample(ofLight: white) / range
        let value = min(sample(ofLight: light) / range, 1)
        let knee = 1.5 * top - 0.5
        guard value > knee, knee < 1 else { return min(light, white) }
        let way = (value - knee) / (1 - knee)
        let (square, cube) = (way * way, way * way * way)
        let mapped =
            (2 * cube - 3 * square + 1) * knee + (cube - 2 * square + way) * (1 - knee)
            + (3 * square - 2 * cube) * top
        return min(self.light(ofSample: mapped * range), white)
    }

    /// Returns the light of a sample of PQ (SMPTE ST 2084, 5.1).
    package static func light(ofSample sample: Double) -> Double {
        let base = power(max(sample, 0), 1 / 78.84375)
        return power(
            max(base - 0.8359375, 0) / (18.8515625 - 18.6875 * base), 1 / 0.1593017578125)
    }

    /// Returns the sample of PQ (SMPTE ST 2084, 5.2) of light.
    package static func sample(ofLight light: Double) -> Double {
        let base = power(max(light, 0), 0.1593017578125)
        return power((0.8359375 + 18.8515625 * base) / (1 + 18.6875 * base), 78.84375)
    }
}
