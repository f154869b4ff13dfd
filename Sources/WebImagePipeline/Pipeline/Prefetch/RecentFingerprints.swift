package import WebImageCaching

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
