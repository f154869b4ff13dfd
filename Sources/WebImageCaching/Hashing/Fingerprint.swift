/// A name of 128 bits for something that is too long to be kept a million times.
///
/// Two different values have the same fingerprint by chance once in 10³⁸ times. The hash is seeded
/// anew in each process, so colliding values cannot be chosen.
package struct Fingerprint: Hashable, Sendable {
    private let high: Int
    private let low: Int

    /// The fingerprint of a value.
    package init(_ value: some Hashable) {
        high = Self.hash(value, 1)
        low = Self.hash(value, 2)
    }

    private static func hash(_ value: some Hashable, _ salt: UInt8) -> Int {
        var hasher = Hasher()
        hasher.combine(salt)
        hasher.combine(value)
        return hasher.finalize()
    }
}
