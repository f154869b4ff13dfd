/// The waiters of each piece of shared work and their combined needs.
///
/// A pure state machine; ``SharedWork`` drives it. Work is open to newcomers until it is sealed, ends,
/// or its last waiter leaves. The epoch of a key changes when work of that key closes: a waiter that
/// looked elsewhere before that change must look again before it starts new work.
package struct SharedWorkTable<Key: Hashable, Waiter> {
    /// The number of a piece of work; never used twice.
    package typealias WorkID = UInt64
    /// The number of a waiter; never used twice.
    package typealias WaiterID = UInt64

    /// The driver's next step for a waiter that joined.
    package enum JoinAction: Equatable {
        /// Start this new work.
        case start(WorkID)
        /// None: the work is under way.
        case wait(WorkID)
        /// Send the waiter away to look again: work of its key has closed since it looked.
        case overtaken
    }

    /// The driver's next step for a waiter that left.
    package enum LeaveAction {
        /// None: the waiter has its result already.
        case none
        /// Answer the waiter; the work has other waiters.
        case tell(Waiter, WorkID)
        /// Answer the waiter, and cancel the work: it was the last one.
        case tellAndCancel(Waiter, WorkID)
    }

    private struct Work {
        let key: Key
        var waiters: [WaiterID: (waiter: Waiter, needs: NeedsUpdate)] = [:]
        var tally = NeedsTally()
        /// The union that the driver knows.
        var told: WorkNeeds
    }

    private var works: [WorkID: Work] = [:]
    private var open: [Key: WorkID] = [:]
    private var workOfWaiter: [WaiterID: WorkID] = [:]
    private var lastWork: WorkID = 0
    /// The number of closed works by hash of the key; a collision costs one look in vain.
    private var epochs = [UInt64](repeating: 0, count: 1024)

    package init() {}

    package var count: Int { works.count }

    package var waiterCount: Int { workOfWaiter.count }

    /// Returns a number that changes when work of the key closes.
    package func epoch(of key: Key) -> UInt64 { epochs[Self.slot(of: key)] }

    /// Adds a waiter to the open work of a key, which begins with its first waiter.
    ///
    /// - Parameter epoch: The ``epoch(of:)`` before the waiter looked elsewhere; nil if it did not.
    package mutating func join(
        _ key: Key, as id: WaiterID, _ waiter: Waiter,
        needs: NeedsUpdate = NeedsUpdate(WorkNeeds()), since epoch: UInt64? = nil
    ) -> JoinAction {
        let found = open[key]
        if found == nil, let epoch, epoch != self.epoch(of: key) { return .overtaken }
        let work = found ?? begin(key, needs.needs)
        works[work]?.waiters[id] = (waiter, needs)
        works[work]?.tally.add(needs.needs)
        workOfWaiter[id] = work
        return found == nil ? .start(work) : .wait(work)
    }

    /// Removes a waiter; with the last one the work ends.
    package mutating func leave(_ id: WaiterID) -> LeaveAction {
        guard let work = workOfWaiter.removeValue(forKey: id),
            let (waiter, update) = works[work]?.waiters.removeValue(forKey: id)
        else { return .none }
        works[work]?.tally.remove(update.needs)
        guard works[work]?.waiters.isEmpty == true else { return .tell(waiter, work) }
        close(work)
        works[work] = nil
        return .tellAndCancel(waiter, work)
    }

    /// Notes the needs of a waiter, unless later ones are known.
    ///
    /// - Returns: Its work; nil if it does not wait.
    package mutating func change(_ id: WaiterID, to update: NeedsUpdate) -> WorkID? {
        guard let work = workOfWaiter[id], let former = works[work]?.waiters[id]?.needs,
            former.revision < update.revision
        else { return nil }
        works[work]?.waiters[id]?.needs = update
        works[work]?.tally.replace(former.needs, by: update.needs)
        return work
    }

    /// Returns the needs of all waiters together, if they changed since the last call.
    package mutating func takeNews(of work: WorkID) -> WorkNeeds? {
        guard let found = works[work], let union = found.tally.union, union != found.told
        else { return nil }
        works[work]?.told = union
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

    /// Ends work; returns the waiters to be answered.
    package mutating func finish(_ work: WorkID) -> [Waiter] {
        close(work)
        guard let found = works.removeValue(forKey: work) else { return [] }
        for id in found.waiters.keys { workOfWaiter[id] = nil }
        // A key path would be made at run time here, which costs more than all the rest.
        return found.waiters.values.map { $0.waiter }
    }

    private mutating func begin(_ key: Key, _ needs: WorkNeeds) -> WorkID {
        lastWork += 1
        works[lastWork] = Work(key: key, told: needs)
        open[key] = lastWork
        return lastWork
    }

    private mutating func close(_ work: WorkID) {
        guard let key = works[work]?.key, open[key] == work else { return }
        open[key] = nil
        epochs[Self.slot(of: key)] += 1
    }

    private static func slot(of key: Key) -> Int { Int(UInt(bitPattern: key.hashValue) % 1024) }
}
