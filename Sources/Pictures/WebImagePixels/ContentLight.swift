/// The light of a picture as its file states it (CTA-861.3), in cd/m².
public struct ContentLight: Hashable, Sendable {
    /// The light of the brightest pixel.
    public var maximum: Int
    /// The mean light of the picture, of a film that of its brightest frame; 0 if it is unknown.
    public var average: Int

    /// Creates a description.
    ///
    /// - Parameters:
    ///   - maximum: The light of the brightest pixel in cd/m².
    ///   - average: The mean light in cd/m², 0 if it is unknown.
    public init(maximum: Int, average: Int = 0) {
        (self.maximum, self.average) = (maximum, average)
    }

    /// Creates a description by numbers of a PNG, in 0.0001 cd/m²; more than 65,535 cd/m², which
    /// other formats hold, counts as that.
    package init(tenThousandths maximum: UInt32, average: UInt32) {
        func rounded(_ light: UInt32) -> Int {
            min((Int(light) + 5000) / 10000, Int(UInt16.max))
        }
        self.init(maximum: rounded(maximum), average: rounded(average))
    }
}
