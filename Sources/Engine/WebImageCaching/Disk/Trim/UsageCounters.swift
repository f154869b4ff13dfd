/// The usage of a folder as one process knows it: the shared table as last seen, and the process's
/// own changes that could not be written to it yet, because it was locked or the disk was full.
///
/// - Complexity: Bounded memory: a table, and one pending change for each of its parts.
package struct UsageCounters: Sendable {
    /// The last table seen, with the process's own changes since.
    var table: SharedUsageTable
    private var pending: [Int: Change] = [:]

    private struct Change {
        /// The additions and removals before the look, and since.
        var before = CacheUsage.none
        var since = CacheUsage.none
        /// The result of a look into the part, and the table's part when it began.
        var found: (usage: CacheUsage, before: SharedUsageTable.Part)?
    }

    package init(_ table: SharedUsageTable) { self.table = table }

    mutating func add(_ change: CacheUsage, to part: Int) {
        table.add(change, to: part)
        pending[part, default: Change()].since += change
    }

    mutating func set(_ part: Int, to usage: CacheUsage, since before: SharedUsageTable.Part) {
        table.set(part, to: usage, since: before)
        var change = pending[part] ?? Change()
        change.before += change.since
        change.since = .none
        change.found = (usage, before)
        pending[part] = change
    }

    /// Applies the pending changes to the shared table, and adopts it.
    mutating func merge(into shared: inout SharedUsageTable) {
        for (part, change) in pending {
            shared.add(change.before, to: part)
            if let found = change.found { shared.set(part, to: found.usage, since: found.before) }
            shared.add(change.since, to: part)
        }
        pending = [:]
        table = shared
    }
}
