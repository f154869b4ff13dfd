import Synchronization
import WebImageCoding
import WebImageRuntime

/// Keeps a folder within its limits, a step at a time, together with all processes that share it.
///
/// Each change is noted in the shared ``SharedUsageTable``; what ``TrimPlan`` then finds due is done by a
/// thread that lives as long as there is something to do. Whoever adds beyond a limit takes a step
/// itself, so that those who write cannot outrun those who remove. Memory: the table (4 kB), and the
/// names of the entries of one step, which are about 4,000, or one part of 256 if that has more.
package final class DiskTrimmer: Sendable {
    let looker: DiskScanner
    private let file: UsageFile
    private let plan: TrimPlan
    private let state: Mutex<State>

    /// What one run of the thread does at most; a folder in which nothing can be removed must not
    /// keep it for ever.
    private static let maxSteps = 4 * SharedUsageTable.partCount

    private struct State {
        var ledger: UsageCounters?
        var pace: TrimPlan
        var isRunning = false
        /// Whether the file has ever been written from here.
        var isShared = false
    }

    init(_ looker: DiskScanner) {
        self.looker = looker
        file = UsageFile(path: looker.layout.usage, files: looker.files)
        plan = TrimPlan(looker.limits)
        state = Mutex(State(pace: plan))
    }

    /// Whether its thread has nothing to do.
    package var isIdle: Bool { state.withLock { !$0.isRunning } }

    /// Makes the table before a first entry, while it is plain to see what the folder holds.
    func prepare() {
        state.withLock { state in
            if !state.isShared { share(&state, makes: true) { _ in } }
        }
    }

    /// Notes an entry that was committed in place of `old`, and sees to the limits.
    func committed(byteCount: Int, replacing old: FileStatus?, in part: Int) {
        let (isOver, isDue) = state.withLock { state -> (Bool, Bool) in
            let isDue = state.pace.added(byteCount: byteCount)
            let bytes = byteCount - (old?.byteCount ?? 0)
            let table = note(
                &state, byteCount: bytes, entryCount: old == nil ? 1 : 0, in: part, makes: true)
            let total = table.total
            // In a folder of one entry there is nothing to look for.
            return (plan.isOver(total), isDue && total.entryCount > 1 || needsStep(table))
        }
        // The entry is stored whether or not others could be removed; `trim()` itself tells.
        if isOver { try? step() }
        if isDue { startThread() }
    }

    /// Notes that an entry's file grew, or that it went.
    func changed(byteCount: Int, entryCount: Int, in part: Int) {
        state.withLock { state in
            _ = note(&state, byteCount: byteCount, entryCount: entryCount, in: part)
        }
    }

    /// Looks at the next parts, and removes of them what is expired and what is too much.
    func step() throws(DiskError) {
        let (parts, before, isRound) = state.withLock { state in
            share(&state) { table in
                let total = table.total
                if table.partsLeft == 0, plan.isHigh(total) { table.beginRound() }
                let isRound = table.partsLeft > 0
                let parts = table.claim(plan.partCount(of: total))
                return (parts, table, isRound)
            }
        }
        let look = try looker.look(at: parts)
        try finish(look, since: before, isRound: isRound)
    }

    /// Removes what is expired of all parts, then what is too much.
    func trimAll() throws(DiskError) {
        var failure: DiskError?
        for isRound in [false, true] {
            if isRound {
                guard plan.isHigh(table().total) else { break }
                state.withLock { state in share(&state) { $0.beginRound() } }
            }
            var parts = Array(0..<SharedUsageTable.partCount)
            while !parts.isEmpty {
                let before = table()
                let look = try looker.look(at: parts)
                parts.removeFirst(look.parts.count)
                do throws(DiskError) {
                    try finish(look, since: before, isRound: isRound)
                } catch {
                    failure = failure ?? error
                }
            }
        }
        if let failure { throw failure }
    }

    /// The table as it is now.
    func table() -> SharedUsageTable {
        state.withLock { state in share(&state) { $0 } }
    }

    /// Notes what all parts hold.
    func found(_ usage: [DiskUsage], since before: SharedUsageTable) {
        state.withLock { state in
            var ledger = state.ledger ?? firstLedger()
            for (part, usage) in usage.enumerated() {
                ledger.set(part, to: usage, since: before[part])
            }
            state.ledger = ledger
            share(&state) { _ in }
        }
    }

    /// Notes what a look found, decides what of it goes, and removes that.
    private func finish(
        _ look: DiskScanner.Look, since before: SharedUsageTable, isRound: Bool
    ) throws(DiskError) {
        let found = set(look.parts, to: look.entries, since: before)
        // A look at all parts knows what there is; the table has what came meanwhile twice where the
        // look saw it too. Whoever stores behind the look sees to the limits by itself.
        let all = DiskUsage(look.entries)
        let (total, removes) =
            look.parts.count == SharedUsageTable.partCount
            ? (all, plan.isHigh(all))
            : (found.totalOfRound, isRound && !plan.isLow(found.total))
        var failure = look.failure
        if removes {
            let victims = plan.victims(of: look.entries, in: total)
            let rest = looker.remove(victims, of: look.entries)
            failure = failure ?? rest.failure
            // Not since `found`: what was added while the look went on is in that already.
            _ = set(look.parts, to: rest.entries, since: look.table(from: found))
        }
        if let failure { throw failure }
    }

    /// Notes which entries are in some parts; returns the table that says so.
    private func set(
        _ parts: [Int], to entries: [TrimPlan.Entry], since before: SharedUsageTable
    ) -> SharedUsageTable {
        state.withLock { state in
            var ledger = state.ledger ?? firstLedger()
            for part in parts {
                let usage = DiskUsage(entries.lazy.filter { $0.part == part })
                ledger.set(part, to: usage, since: before[part])
            }
            state.ledger = ledger
            return share(&state) { table in
                if plan.isLow(table.total) { table.endRound() }
                return table
            }
        }
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
        if !WebImageRuntime.startThread({ self.run() }) {
            state.withLock { $0.isRunning = false }
        }
    }

    /// Takes steps until none is due.
    private func run() {
        lowerThreadPriority()
        try? looker.removeTemporaries(isSure: true)
        var stepCount = 0
        var goesOn = true
        while goesOn {
            stepCount += 1
            let isDone = (try? step()) == nil || stepCount >= Self.maxSteps
            goesOn = state.withLock { state in
                let goesOn = !isDone && state.ledger.map { needsStep($0.table) } ?? false
                state.isRunning = goesOn
                return goesOn
            }
        }
    }

    private func note(
        _ state: inout State, byteCount: Int, entryCount: Int, in part: Int, makes: Bool = false
    ) -> SharedUsageTable {
        var ledger = state.ledger ?? firstLedger()
        ledger.add(byteCount: byteCount, entryCount: entryCount, to: part)
        state.ledger = ledger
        return share(&state, makes: makes) { $0 }
    }

    /// Brings the shared table up to date and changes it; only what is known here where there is no
    /// shared one, as in a folder that is missing or can't be written.
    ///
    /// - Parameter makes: Whether a missing file is made: whoever only looks or removes must not be
    ///   in the way of somebody who removes the folder.
    @discardableResult
    private func share<Value>(
        _ state: inout State, makes: Bool = false, _ change: (inout SharedUsageTable) -> Value
    ) -> Value {
        let known = state.ledger ?? firstLedger()
        // The second time after somebody removed the file.
        for _ in 0..<2 {
            var ledger = known
            let value = try? file.update(makes: makes) { shared in
                _ = ledger.merge(into: shared ?? looker.firstTable())
                let value = ledger.update(change)
                return (ledger.table, value)
            }
            guard let value else { continue }
            state.ledger = ledger
            state.isShared = true
            return value
        }
        var ledger = known
        let value = ledger.update(change)
        state.ledger = ledger
        return value
    }

    private func firstLedger() -> UsageCounters { UsageCounters(looker.firstTable()) }
}

extension DiskScanner.Look {
    /// The table where it says of the parts that were looked at what was seen, and no more.
    fileprivate func table(from table: SharedUsageTable) -> SharedUsageTable {
        var table = table
        for part in parts {
            let usage = DiskUsage(entries.lazy.filter { $0.part == part })
            table[part] = SharedUsageTable.Part(
                byteCount: usage.byteCount, entryCount: usage.entryCount, isCounted: true)
        }
        return table
    }
}
