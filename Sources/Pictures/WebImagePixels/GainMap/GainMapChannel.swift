/// The numbers by which one channel of a ``GainMap`` is read.
public struct GainMapChannel: Hashable, Sendable {
    /// The gain of a value of 0, in stops.
    public var minimum: Double
    /// The gain of a value of 1, in stops.
    public var maximum: Double
    /// The exponent with which the values are encoded.
    public var gamma: Double
    /// The number that is added to the base, in linear light.
    public var baseOffset: Double
    /// The number that is subtracted from the alternate, in linear light.
    public var alternateOffset: Double

    /// Creates the numbers of a channel.
    ///
    /// - Parameters:
    ///   - minimum: The gain of a value of 0, in stops.
    ///   - maximum: The gain of a value of 1, in stops.
    ///   - gamma: The exponent with which the values are encoded.
    ///   - baseOffset: The number that is added to the base.
    ///   - alternateOffset: The number that is subtracted from the alternate.
    public init(
        minimum: Double, maximum: Double, gamma: Double = 1, baseOffset: Double = 1 / 64,
        alternateOffset: Double = 1 / 64
    ) {
        (self.minimum, self.maximum, self.gamma) = (minimum, maximum, gamma)
        (self.baseOffset, self.alternateOffset) = (baseOffset, alternateOffset)
    }
}
