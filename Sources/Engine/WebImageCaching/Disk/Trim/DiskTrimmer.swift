import Synchronization
import WebImageCoding
import WebImageRuntime

/// Keeps a folder within its limits, a step at a time, together with all processes that share it.
///
/// Each change is noted in the ``SharedUsageTable``. If ``TrimPlan`` then finds a step due, a
/// thread takes it, which ends when none is due. A store beyond a limit takes a step itself, so
/// that writers cannot outrun the thread. Memory: the table (4 kB), and the names of the entries of
/// one step, which are about 4,000, or one part of 256 if that has more.
package final class DiskTrimmer: Sendable {
    let scanner: DiskScanner
    private let file: UsageFile
    private let plan: TrimPlan
    private let state: Mutex<State>

    /// The most steps of one run of the thread: in a folder where no file can be removed it must
    /// end.
    private static let maxSteps = 4 * SharedUsageTable.partCount

    private struct State {
        var counters: UsageCounters?
        var pace: TrimPlan
        var isRunning = false
        /// `true` once this process has written the shared table.
        var isShared = false
    }

    init(_ scanner: DiskScanner) {
        self.scanner = scanner
        file = UsageFile(path: scanner.layout.usage, files: scanner.files)
        plan = TrimPlan(scanner.limits)
        state = Mutex(State(pace: plan))
    }

    package var isIdle: Bool { state.withLock { !$0.isRunning } }

    /// Makes the table before a first entry, while the content of the folder is plain to see.
    func prepare() {
        if !state.withLock({ $0.isShared }) { share(makes: true) { _ in } }
    }

    /// Notes an entry that was committed in place of `old`, and enforces the limits.
    func committed(byteCount: Int, replacing old: FileStatus?, in part: Int) {
        let isDue = state.withLock { $0.pace.added(byteCount: byteCount) }
        let change = CacheUsage(
            entryCount: old == nil ? 1 : 0, byteCount: byteCount - (old?.byteCount ?? 0))
        let table = share(makes: true, noting: { $0.add(change, to: part) }) { $0 }
        let total = table.total
        // The entry is stored even if no other can be removed; `trim()` reports that.
        if plan.isOver(total) { try? step() }
        // In a folder of one entry there is nothing to trim.
        if isDue && total.entryCount > 1 || needsStep(table) { startThread() }
    }

    func changed(_ change: CacheUsage, in part: Int) {
        share(noting: { $0.add(change, to: part) }) { _ in }
    }

    /// Scans the next parts, and removes expired and excessive entries there.
    func step() throws(DiskError) {
        let (parts, before, isRound) = share { table in
            let total = table.total
            if table.partsLeft == 0, plan.isHigh(total) { table.beginRound() }
            let isRound = table.partsLeft > 0
            let parts = table.claim(plan.partCount(of: total))
            return (parts, table, isRound)
        }
        try finish(scanner.look(at: parts), since: before, isRound: isRound)
    }

    /// Removes the expired entries of all parts, then the excessive ones.
    func trimAll() throws(DiskError) {
        var failures = FirstFailure()
        for isRound in [false, true] {
            if isRound {
                guard plan.isHigh(table().total) else { break }
                share { $0.beginRound() }
            }
            var parts = Array(0..<SharedUsageTable.partCount)
            while !parts.isEmpty {
                let before = table()
                let look = try scanner.look(at: parts)
                parts.removeFirst(look.parts.count)
                failures.attempt(try finish(look, since: before, isRound: isRound))
            }
        }
        try failures.rethrow()
    }

    func table() -> SharedUsageTable { share { $0 } }

    /// Notes the content of some parts; returns the table with it.
    @discardableResult
    func note(
        _ parts: [(part: Int, usage: CacheUsage)], since before: SharedUsageTable
    ) -> SharedUsageTable {
        share(noting: { counters in
            for (part, usage) in parts { counters.set(part, to: usage, since: before[part]) }
        }) { table in
            if plan.isLow(table.total) { table.endRound() }
            return table
        }
    }

    /// Notes the result of a look, and removes the excessive entries.
    private func finish(
        _ look: DiskScanner.Look, since before: SharedUsageTable, isRound: Bool
    ) throws(DiskError) {
        let usages = look.usages(of: look.entries)
        let noted = note(usages, since: before)
        // The table counts entries twice that came during the look and were seen. A look at all
        // parts knows the total; a store after the look enforces the limits by itself.
        let all = CacheUsage(look.entries)
        let (total, removes) =
            look.parts.count == SharedUsageTable.partCount
            ? (all, plan.isHigh(all))
            : (noted.totalOfRound, isRound && !plan.isLow(noted.total))
        var failures = look.failures
        if removes {
            let victims = plan.victims(of: look.entries, in: total)
            let rest = scanner.remove(victims, of: look.entries)
            failures.add(rest.failure)
            // Not since `noted`: that has the entries that came during the look already.
            var seen = noted
            for (part, usage) in usages { seen[part] = .init(usage, isCounted: true) }
            note(look.usages(of: rest.entries), since: seen)
        }
        try failures.rethrow()
    }

    private func needsStep(_ table: SharedUsageTable) -> Bool {
        table.partsLeft > 0 || plan.isHigh(table.total) || !table.isCounted
    }

    private func startThread() {
        let starts = state.withLock { state in
            defer { state.isRunning = true }
            return !state.isRunning
        }
        guard starts else { return }
        // Without a thread the next commit tries again.
        if !WebImageRuntime.startThread({ self.run() }) { state.withLock { $0.isRunning = false } }
    }

    private func run() {
        lowerThreadPriority()
        try? scanner.removeTemporaries(isSure: true)
        var stepCount = 0
        var goesOn = true
        while goesOn {
            stepCount += 1
            let isDone = (try? step()) == nil || stepCount >= Self.maxSteps
            goesOn = state.withLock { state in
                let goesOn = !isDone && state.counters.map { needsStep($0.table) } ?? false
                state.isRunning = goesOn
                return goesOn
            }
        }
    }

    /// Notes this process's changes, brings the shared table up to date and changes it.
    ///
    /// Without a shared table, as in a folder that is missing or read-only, only this process's
    /// counters change.
    ///
    /// - Parameters:
    ///   - makes: `true` makes a missing file. A look or a removal must not, since another process
    ///     may
    ///     be removing the folder.
    ///   - note: Changes the counters of this process.
    @discardableResult
    private func share<Value: Sendable>(
        makes: Bool = false, noting note: (inout UsageCounters) -> Void = { _ in },
        _ change: (inout SharedUsageTable) -> Value
    ) -> Value {
        state.withLock { state in
            var known = state.counters ?? UsageCounters(scanner.firstTable())
            note(&known)
            // The second time after another process removed the file.
            for _ in 0..<2 {
                var counters = known
                let value = try? file.update(makes: makes) { shared in
                    var table = shared ?? scanner.firstTable()
                    counters.merge(into: &table)
                    let value = change(&counters.table)
                    return (counters.table, value)
                }
                guard let value else { continue }
                state.counters = counters
                state.isShared = true
                return value
            }
            let value = change(&known.table)
            state.counters = known
            return value
        }
    }
}
