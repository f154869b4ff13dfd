package import WebImageCaching

/// Which URLs of a batch are under way, and how the others ended: the pure state of ``PrefetchRun``.
///
/// It holds the URLs under way and prints of the last ones, whatever the length of the batch.
package struct PrefetchTable {
    /// Names one URL under way; never used twice.
    package typealias ID = UInt64

    /// What the driver does with a request that it read.
    package enum Admission: Hashable, Sendable {
        /// Load it.
        case start(ID)
        /// Nothing: it came before, and counts once.
        case duplicate
        /// Nothing: it was cancelled before it was read.
        case cancelled
        /// Read no more: the batch is over.
        case over
    }

    /// How many different URLs are remembered to find those that come again.
    package static let duplicateSpan = 1 << 16

    /// How far it has come.
    package private(set) var progress: PrefetchProgress
    private var running: [ID: Fingerprint] = [:]
    private var unwanted: Set<Fingerprint> = []
    private var recent = RecentFingerprints(span: duplicateSpan)
    private var lastID: ID = 0
    private var isExhausted = false

    /// A batch of so many URLs, nil if that is unknown.
    package init(total: Int?) { progress = PrefetchProgress(total: total) }

    /// The number of URLs under way.
    package var runningCount: Int { running.count }

    /// Takes in a request that was read.
    ///
    /// - Parameters:
    ///   - key: What it loads: equal for duplicates.
    ///   - source: What it is cancelled by.
    package mutating func admit(key: Fingerprint, source: Fingerprint) -> Admission {
        guard !progress.isEnded else { return .over }
        guard recent.insert(key) else {
            progress.total? -= 1
            return .duplicate
        }
        guard !unwanted.contains(source) else {
            progress.cancelled += 1
            return .cancelled
        }
        lastID += 1
        running[lastID] = source
        return .start(lastID)
    }

    /// Whether that URL is still under way.
    package func isRunning(_ id: ID) -> Bool { running[id] != nil }

    /// Counts the end of a URL that is under way.
    package mutating func end(_ id: ID, _ outcome: PrefetchOutcome) {
        guard running.removeValue(forKey: id) != nil else { return }
        switch outcome {
        case .done(let byteCount):
            progress.done += 1
            progress.byteCount += byteCount
        case .skipped: progress.skipped += 1
        case .failed: progress.failed += 1
        case .cancelled: progress.cancelled += 1
        }
        endIfIdle()
    }

    /// Notes that no more URLs come.
    package mutating func exhaust(_ failure: (any Error)?) {
        guard !isExhausted, !progress.isEnded else { return }
        isExhausted = true
        progress.sourceFailure = failure
        progress.total = progress.ended + running.count
        endIfIdle()
    }

    /// Cancels a URL, also one that is still to be read.
    ///
    /// - Returns: The loads to cancel; they count when they end.
    package mutating func cancel(_ source: Fingerprint) -> [ID] {
        guard !progress.isEnded else { return [] }
        unwanted.insert(source)
        return running.filter { $0.value == source }.map(\.key)
    }

    /// Ends the batch: what is under way counts as cancelled at once.
    ///
    /// - Returns: The loads to cancel.
    package mutating func cancelAll() -> [ID] {
        guard !progress.isEnded else { return [] }
        defer { running = [:] }
        progress.cancelled += running.count
        progress.isEnded = true
        return Array(running.keys)
    }

    private mutating func endIfIdle() {
        if isExhausted, running.isEmpty { progress.isEnded = true }
    }
}

/// Remembers at least the last so many different prints, and at most twice as many.
package struct RecentFingerprints: Sendable {
    private let span: Int
    private var newer: Set<Fingerprint> = []
    private var older: Set<Fingerprint> = []

    /// A memory of at least `span` prints.
    package init(span: Int) { self.span = max(1, span) }

    /// The number of targets it remembers now.
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
