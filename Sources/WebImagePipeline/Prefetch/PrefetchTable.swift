package import WebImageCaching

/// The URLs of a batch that are being loaded, and the counts of the others: the pure state of
/// ``PrefetchRun``.
///
/// Its size does not depend on the length of the batch.
package struct PrefetchTable {
    /// The number of a URL that is being loaded; never used twice.
    package typealias ID = UInt64

    /// The number of different URLs that are remembered to find duplicates.
    package static let duplicateSpan = 1 << 16

    package private(set) var progress: PrefetchProgress
    private var running: [ID: Fingerprint] = [:]
    /// The outcomes that are reported but not counted yet.
    private var reported: [ID: PrefetchOutcome] = [:]
    /// The loads whose outcomes counted at a cancellation, while they were reported.
    private var reporting: Set<ID> = []
    private var unwanted: Set<Fingerprint> = []
    private var recent = RecentFingerprints(span: duplicateSpan)
    private var lastID: ID = 0
    private var isExhausted = false
    private var isCancelled = false

    package init(total: Int?) { progress = PrefetchProgress(total: total) }

    package var runningCount: Int { running.count }

    /// Adds a request, unless it is a duplicate or cancelled, or the batch has ended.
    ///
    /// - Parameters:
    ///   - key: The fingerprint of what it loads: equal for duplicates.
    ///   - source: The fingerprint by which it is cancelled.
    /// - Returns: The number of the load to start; `nil` if there is none.
    package mutating func admit(key: Fingerprint, source: Fingerprint) -> ID? {
        guard !progress.isEnded, !isCancelled else { return nil }
        guard recent.insert(key) else {
            progress.total? -= 1
            return nil
        }
        guard !unwanted.contains(source) else {
            progress.cancelled += 1
            return nil
        }
        lastID += 1
        running[lastID] = source
        return lastID
    }

    package func isRunning(_ id: ID) -> Bool { running[id] != nil }

    /// Keeps an outcome that is reported before it counts; a cancellation meanwhile does not change it.
    ///
    /// - Returns: `false` if the load is not running.
    package mutating func report(_ id: ID, _ outcome: PrefetchOutcome) -> Bool {
        guard isRunning(id) else { return false }
        reported[id] = outcome
        return true
    }

    /// Counts the end of a load that is still running.
    package mutating func end(_ id: ID, _ outcome: PrefetchOutcome) {
        if running.removeValue(forKey: id) != nil {
            reported[id] = nil
            count(outcome)
        } else if reporting.remove(id) == nil {
            return
        }
        endIfIdle()
    }

    private mutating func count(_ outcome: PrefetchOutcome) {
        switch outcome {
        case .done(let byteCount):
            progress.done += 1
            progress.byteCount += byteCount
        case .skipped: progress.skipped += 1
        case .failed: progress.failed += 1
        case .cancelled: progress.cancelled += 1
        }
    }

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

    /// Ends the batch, after the outcomes that are being reported: running loads count at once, as
    /// cancelled unless their outcome is reported.
    ///
    /// - Returns: The loads to cancel.
    package mutating func cancelAll() -> [ID] {
        guard !progress.isEnded, !isCancelled else { return [] }
        for id in running.keys { count(reported[id] ?? .cancelled) }
        let ids = Array(running.keys)
        reporting = Set(reported.keys)
        (running, reported, isExhausted, isCancelled) = ([:], [:], true, true)
        endIfIdle()
        return ids
    }

    private mutating func endIfIdle() {
        if isExhausted, running.isEmpty, reporting.isEmpty { progress.isEnded = true }
    }
}

/// A memory of at least the last `span` different fingerprints, and of at most twice as many.
package struct RecentFingerprints: Sendable {
    private let span: Int
    private var newer: Set<Fingerprint> = []
    private var older: Set<Fingerprint> = []

    package init(span: Int) { self.span = max(1, span) }

    package var count: Int { newer.union(older).count }

    /// Inserts a fingerprint; returns `false` if it is in the memory already.
    package mutating func insert(_ print: Fingerprint) -> Bool {
        guard !newer.contains(print) else { return false }
        let isNew = !older.contains(print)
        newer.insert(print)
        if newer.count > span {
            older = newer
            newer = []
        }
        return isNew
    }
}
