/// The waiters of each piece of shared work and their combined needs.
///
/// A pure state machine; ``SharedWork`` drives it. Work is open to newcomers until it is sealed,
/// ends, or its last waiter leaves.
package struct SharedWorkTable<Key: Hashable, Waiter> {
    /// The number of a piece of work; never used twice.
    package typealias WorkID = UInt64
    /// The number of a waiter; never used twice.
    package typealias WaiterID = UInt64

    /// The driver's next step for a waiter that left.
    package enum LeaveAction {
        /// None: the waiter has its result already.
        case none
        /// End the wait; the work has other waiters.
        case end(Waiter, WorkID)
        /// End the wait, and cancel the work: it was the last one.
        case endAndCancel(Waiter, WorkID)
    }

    private struct Work {
        let key: Key
        var waiters: [WaiterID: (waiter: Waiter, needs: WorkNeeds)] = [:]
        var tally = NeedsTally()
        /// The union that the driver knows.
        var known: WorkNeeds
    }

    private var works: [WorkID: Work] = [:]
    private var open: [Key: WorkID] = [:]
    private var workOfWaiter: [WaiterID: WorkID] = [:]
    private var lastWork: WorkID = 0

    package init() {}

    package var count: Int { works.count }

    package var waiterCount: Int { workOfWaiter.count }

    /// Adds a waiter to the open work of a key, which begins with its first waiter.
    ///
    /// - Returns: The work; a new number for new work, which the driver is to start.
    package mutating func join(
        _ key: Key, as id: WaiterID, _ waiter: Waiter, needs: WorkNeeds = WorkNeeds()
    ) -> WorkID {
        let work = open[key] ?? begin(key, needs)
        works[work]?.waiters[id] = (waiter, needs)
        works[work]?.tally.add(needs)
        workOfWaiter[id] = work
        return work
    }

    /// Removes a waiter; with the last one the work ends.
    package mutating func leave(_ id: WaiterID) -> LeaveAction {
        guard let work = workOfWaiter.removeValue(forKey: id),
            let (waiter, needs) = works[work]?.waiters.removeValue(forKey: id)
        else { return .none }
        works[work]?.tally.remove(needs)
        guard works[work]?.waiters.isEmpty == true else { return .end(waiter, work) }
        close(work)
        works[work] = nil
        return .endAndCancel(waiter, work)
    }

    /// Notes the needs of a waiter.
    ///
    /// - Returns: Its work; nil if it does not wait, or if the needs are the same.
    package mutating func change(_ id: WaiterID, to needs: WorkNeeds) -> WorkID? {
        guard let work = workOfWaiter[id], let former = works[work]?.waiters[id]?.needs,
            former != needs
        else { return nil }
        works[work]?.waiters[id]?.needs = needs
        works[work]?.tally.replace(former, by: needs)
        return work
    }

    /// Returns the needs of all waiters together, if they changed since the last call.
    package mutating func takeNews(of work: WorkID) -> WorkNeeds? {
        guard let found = works[work], let union = found.tally.union, union != found.known
        else { return nil }
        works[work]?.known = union
        return union
    }

    /// Closes work to newcomers if no waiter wants more outputs kept than these.
    ///
    /// - Returns: `false` if a waiter does: they have to be kept first.
    package mutating func seal(_ work: WorkID, keeping kept: WorkOutputs) -> Bool {
        let wanted = works[work]?.tally.union?.keeping ?? WorkOutputs()
        guard wanted.isSubset(of: kept) else { return false }
        close(work)
        return true
    }

    /// Ends work; returns its waiters.
    package mutating func finish(_ work: WorkID) -> [Waiter] {
        close(work)
        guard let found = works.removeValue(forKey: work) else { return [] }
        for id in found.waiters.keys { workOfWaiter[id] = nil }
        // A key path would be made at run time here, which costs more than all the rest.
        return found.waiters.values.map { $0.waiter }
    }

    private mutating func begin(_ key: Key, _ needs: WorkNeeds) -> WorkID {
        lastWork += 1
        works[lastWork] = Work(key: key, known: needs)
        open[key] = lastWork
        return lastWork
    }

    private mutating func close(_ work: WorkID) {
        guard let key = works[work]?.key, open[key] == work else { return }
        open[key] = nil
    }
}
