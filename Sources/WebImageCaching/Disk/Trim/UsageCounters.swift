/// What one process knows of a folder: the shared table as it saw it last, and its own changes that
/// the table does not have yet, because another process held it or the disk was full.
///
/// - Complexity: Bounded memory: a table, and one pending change for each of its parts.
package struct UsageCounters: Sendable {
    /// What to go by: the last table seen, with the own changes since.
    private(set) var table: SharedUsageTable
    private var pending: [Int: Change] = [:]

    private struct Change {
        /// What came and went before the look, and since.
        var before = DiskUsage(entryCount: 0, byteCount: 0)
        var since = DiskUsage(entryCount: 0, byteCount: 0)
        /// What a look into the part found, and what the table said when it began.
        var found: (usage: DiskUsage, before: SharedUsageTable.Part)?
    }

    package init(_ table: SharedUsageTable) {
        self.table = table
    }

    /// Notes what came to a part, or went.
    mutating func add(byteCount: Int, entryCount: Int, to part: Int) {
        table.add(byteCount: byteCount, entryCount: entryCount, to: part)
        pending[part, default: Change()].since.add(byteCount: byteCount, entryCount: entryCount)
    }

    /// Notes what a look into a part found.
    mutating func set(_ part: Int, to usage: DiskUsage, since before: SharedUsageTable.Part) {
        table.set(part, to: usage, since: before)
        var change = pending[part] ?? Change()
        change.before.add(
            byteCount: change.since.byteCount, entryCount: change.since.entryCount)
        change.since = DiskUsage(entryCount: 0, byteCount: 0)
        change.found = (usage, before)
        pending[part] = change
    }

    /// Takes the shared table as it is now, with the own changes; returns what to write.
    mutating func merge(into shared: SharedUsageTable) -> SharedUsageTable {
        table = shared
        for (part, change) in pending {
            table.add(change.before, to: part)
            if let found = change.found { table.set(part, to: found.usage, since: found.before) }
            table.add(change.since, to: part)
        }
        pending = [:]
        return table
    }

    /// Changes what is said of rounds, in the table that was merged just now.
    mutating func update<Value>(_ change: (inout SharedUsageTable) -> Value) -> Value {
        change(&table)
    }
}

extension SharedUsageTable {
    fileprivate mutating func add(_ change: DiskUsage, to part: Int) {
        add(byteCount: change.byteCount, entryCount: change.entryCount, to: part)
    }
}
