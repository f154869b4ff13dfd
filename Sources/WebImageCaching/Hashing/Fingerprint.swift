/// A name of 128 bits for something that is too long to be kept a million times.
///
/// Two different things have the same print by chance once in 10³⁸ times; the hash is seeded anew in
/// each process, so that nobody can choose such things.
package struct Fingerprint: Hashable, Sendable {
    private let high: Int
    private let low: Int

    /// The print of a value.
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
