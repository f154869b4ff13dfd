import FoundationEssentials

/// What a cache makes of moments that are still to come: some clock is or was wrong.
enum DiskDates {
    /// How far clocks may differ, in seconds; machines that share a folder are not always right.
    private static let tolerance = 3600.0

    /// Whether an entry was stored at a moment still to come.
    ///
    /// Its expiry says nothing then: it might live for years. So it is a miss, but not removed, since
    /// it may as well be the clock of now that is wrong.
    static func isAhead(_ head: EntryHead, of now: Date) -> Bool {
        head.storedAt.timeIntervalSince(now) > tolerance
    }

    /// When an entry was used that is dated so.
    ///
    /// What bears a moment still to come was not used since the clock was set back.
    static func lastUse(_ date: Date, at now: Date) -> Date {
        date.timeIntervalSince(now) > tolerance ? .distantPast : date
    }
}
