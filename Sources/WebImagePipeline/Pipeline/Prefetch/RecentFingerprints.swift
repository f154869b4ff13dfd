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

/// Remembers at least the last so many different prints, and at most twice as many.
package struct RecentFingerprints: Sendable {
    private let span: Int
    private var newer: Set<Fingerprint> = []
    private var older: Set<Fingerprint> = []

    /// A memory of at least `span` prints.
    package init(span: Int) { self.span = max(1, span) }

    /// How many it remembers now.
    package var count: Int { newer.union(older).count }

    /// Remembers a print; false if it was remembered already.
    package mutating func insert(_ print: Fingerprint) -> Bool {
        guard !newer.contains(print) else { return false }
        let isNew = !older.contains(print)
        newer.insert(print)
        if newer.count > span { (older, newer) = (newer, []) }
        return isNew
    }
}
