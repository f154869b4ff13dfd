/// The tickets that hold a part of a capacity, and those that wait for a part.
///
/// A pure state machine; ``Gate`` drives it. An amount is 1 for a slot, or a number of bytes. The
/// highest priority goes first, equals go in the ``TransferOrder``. Passed over are suspended
/// waiters and waiters of a full group. After each step:
/// - No waiter overtakes an earlier one of the same priority that is not passed over, however
///   little it asks for: large requests are not put off forever.
/// - No ticket waits that could be admitted, unless the queue is suspended. Low priority may leave
///   a slot to higher ones.
/// - The amount held is within the capacity. The exceptions are a ticket that asks for more than
///   all and runs alone, ``take(_:amount:group:)``, a capacity that shrank, and growth if all
///   holders wait for more: then the eldest gets it, so that a holder always goes on.
package struct AdmissionQueue: Sendable {
    /// One request for a part of the capacity.
    package struct Ticket: Hashable, Sendable {
        fileprivate let id: Int64
        /// The rank among equals.
        fileprivate let number: Int64
    }

    private struct Waiter: Sendable {
        let amount: Int
        let group: String?
        var needs: WorkNeeds
    }

    private struct Holder: Sendable {
        var amount: Int
        let group: String?
        /// The amount it waits for, if that is more.
        var wanted: Int?
    }

    private struct Group: Sendable {
        var holderCount = 0
        /// The waiters that are not suspended.
        var waiters = RankedHeap<Ticket, Turn>()
    }

    /// The largest amount of one ticket, so that sums don't overflow: 256 TB.
    package static let maxAmount = 1 << 48

    package private(set) var capacity = 1
    private var limitPerGroup = 1
    private var order = TransferOrder.firstComeFirst
    private let reservesHalf: Bool
    private let reservesSlot: Bool
    /// `true` if no waiter is admitted.
    package private(set) var isSuspended = false
    private var issuedCount: Int64 = 0

    package private(set) var heldAmount = 0
    private var holders: [Ticket: Holder] = [:]
    private var growers = RankedHeap<Ticket, Int64>()
    private var waiting: [Ticket: Waiter] = [:]
    /// The groups with holders or waiters.
    private var groups: [String?: Group] = [:]
    /// The groups that are not full, by their first waiter.
    private var open = RankedHeap<String?, Turn>()

    /// Creates a queue.
    ///
    /// - Parameters:
    ///   - capacity: The amount to be shared out, at least 1.
    ///   - limitPerGroup: The number of holders that one group may have, at least 1.
    ///   - reservesHalf: `true` if newcomers may fill half of the capacity only, so that there is
    ///     room
    ///     for the growth of holders.
    ///   - reservesSlot: `true` if low priority leaves 1 of the capacity free, and 1 holder of each
    ///     group, if there are more.
    package init(
        capacity: Int, limitPerGroup: Int = .max, order: TransferOrder = .firstComeFirst,
        reservesHalf: Bool = false, reservesSlot: Bool = false
    ) {
        (self.reservesHalf, self.reservesSlot) = (reservesHalf, reservesSlot)
        _ = setCapacity(capacity, limitPerGroup: limitPerGroup, order: order)
    }

    /// The number of tickets that hold a part.
    package var holderCount: Int { holders.count }
    /// The number of tickets that wait, suspended ones and holders that wait for more included.
    package var waitingCount: Int { waiting.count + growers.count }

    /// Returns the number of newcomers of a priority that wait, suspended ones included.
    package func waitingCount(of priority: LoadPriority) -> Int {
        waiting.values.count { $0.needs.priority == priority }
    }

    /// Returns `true` if a ticket waits, for a part or for more.
    package func isWaiting(_ ticket: Ticket) -> Bool {
        waiting[ticket] != nil || holders[ticket]?.wanted != nil
    }

    /// Makes a ticket; the order of making is the order among equals.
    ///
    /// - Parameter former: A ticket that left, to enter again with its rank among equals.
    package mutating func issue(insteadOf former: Ticket? = nil) -> Ticket {
        issuedCount += 1
        return Ticket(id: issuedCount, number: former?.number ?? issuedCount)
    }

    /// Asks for a part, once for each ticket.
    ///
    /// - Returns: `true` if the ticket is admitted, `false` if it waits.
    package mutating func enter(
        _ ticket: Ticket, amount: Int = 1, group: String? = nil, needs: WorkNeeds
    ) -> Bool {
        precondition(!isPresent(ticket), "The ticket is already in the queue.")
        insert(ticket, Waiter(amount: Self.bounded(amount), group: group, needs: needs))
        // The others could not go before, and a newcomer makes no room.
        return !admitAll().isEmpty
    }

    /// Admits a ticket regardless of the capacity: the amount is in use already.
    package mutating func take(_ ticket: Ticket, amount: Int, group: String? = nil) {
        precondition(!isPresent(ticket), "The ticket is already in the queue.")
        admit(ticket, Holder(amount: Self.bounded(amount), group: group))
    }

    /// Admits no waiter while `suspended`; holders keep their parts and may grow.
    package mutating func setSuspended(_ suspended: Bool) -> [Ticket] {
        isSuspended = suspended
        return admitAll()
    }

    /// Changes the amount of a holder; for more it may have to wait, before all newcomers.
    ///
    /// A group's limit does not apply. A ticket that holds nothing has nothing to wait for.
    ///
    /// - Returns: The tickets that go on, this one included if it has its amount.
    package mutating func resize(_ ticket: Ticket, to amount: Int) -> [Ticket] {
        guard let holder = holders[ticket] else { return [ticket] }
        let wanted = Self.bounded(amount)
        growers.remove(ticket)
        guard wanted > holder.amount else {
            heldAmount -= holder.amount - wanted
            holders[ticket] = Holder(amount: wanted, group: holder.group)
            return [ticket] + admitAll()
        }
        holders[ticket]?.wanted = wanted
        growers.insert(ticket, rank: ticket.number)
        return admitAll()
    }

    /// Notes the needs of a waiting newcomer.
    ///
    /// - Returns: The tickets that are admitted.
    package mutating func change(_ ticket: Ticket, to needs: WorkNeeds) -> [Ticket] {
        guard var waiter = waiting[ticket], waiter.needs != needs else { return [] }
        remove(ticket, waiter)
        waiter.needs = needs
        insert(ticket, waiter)
        return admitAll()
    }

    /// Changes the limits and the order; holders keep their amounts.
    ///
    /// - Returns: The tickets that go on.
    /// - Complexity: O(*n* log *n*) in the number of waiters.
    package mutating func setCapacity(
        _ capacity: Int, limitPerGroup: Int = .max, order: TransferOrder = .firstComeFirst
    ) -> [Ticket] {
        self.capacity = Self.bounded(capacity, from: 1)
        self.limitPerGroup = max(1, limitPerGroup)
        let former = waiting
        for (ticket, waiter) in former { remove(ticket, waiter) }
        self.order = order
        for (ticket, waiter) in former { insert(ticket, waiter) }
        return admitAll()
    }

    /// Removes a ticket, whether it waits or holds a part; an unknown one changes nothing.
    ///
    /// - Returns: The tickets that go on.
    /// - Complexity: O(log *n*) in the number of waiters, for each ticket that goes on.
    package mutating func leave(_ ticket: Ticket) -> [Ticket] {
        if let waiter = waiting[ticket] {
            remove(ticket, waiter)
        } else if let holder = holders.removeValue(forKey: ticket) {
            heldAmount -= holder.amount
            growers.remove(ticket)
            groups[holder.group]?.holderCount -= 1
            update(holder.group)
        }
        return admitAll()
    }
}

extension AdmissionQueue {
    private static func bounded(_ amount: Int, from least: Int = 0) -> Int {
        min(max(least, amount), maxAmount)
    }

    private func isPresent(_ ticket: Ticket) -> Bool {
        waiting[ticket] != nil || holders[ticket] != nil
    }

    private func hasRoom(for waiter: Waiter) -> Bool {
        let room = reservesHalf ? capacity / 2 : share(of: capacity, waiter.needs.priority)
        return holders.isEmpty || waiter.amount <= room - heldAmount
    }

    /// Returns the part of a limit that a priority may use up.
    private func share(of limit: Int, _ priority: LoadPriority) -> Int {
        reservesSlot && priority == .low ? max(1, limit - 1) : limit
    }

    private mutating func admitAll() -> [Ticket] {
        var admitted: [Ticket] = []
        while let ticket = growers.first {
            guard grow(ticket) else { return admitted }
            admitted.append(ticket)
        }
        while !isSuspended, let ticket = next, let waiter = waiting[ticket], hasRoom(for: waiter) {
            remove(ticket, waiter)
            admit(ticket, Holder(amount: waiter.amount, group: waiter.group))
            admitted.append(ticket)
        }
        return admitted
    }

    /// The first of the waiters that are not passed over.
    private var next: Ticket? {
        guard let group = open.first else { return nil }
        return groups[group]?.waiters.first
    }

    /// Gives a holder its amount, if there is room or no holder would go on otherwise.
    private mutating func grow(_ ticket: Ticket) -> Bool {
        guard let holder = holders[ticket], let wanted = holder.wanted else { return false }
        let more = wanted - holder.amount
        guard more <= capacity - heldAmount || growers.count == holders.count else { return false }
        growers.remove(ticket)
        heldAmount += more
        holders[ticket] = Holder(amount: wanted, group: holder.group)
        return true
    }

    private mutating func admit(_ ticket: Ticket, _ holder: Holder) {
        heldAmount += holder.amount
        holders[ticket] = holder
        groups[holder.group, default: Group()].holderCount += 1
        update(holder.group)
    }

    private mutating func insert(_ ticket: Ticket, _ waiter: Waiter) {
        waiting[ticket] = waiter
        guard !waiter.needs.isSuspended else { return }
        let number = order == .firstComeFirst ? ticket.number : -ticket.number
        groups[waiter.group, default: Group()].waiters
            .insert(ticket, rank: Turn(priority: waiter.needs.priority, number: number))
        update(waiter.group)
    }

    private mutating func remove(_ ticket: Ticket, _ waiter: Waiter) {
        waiting[ticket] = nil
        groups[waiter.group]?.waiters.remove(ticket)
        update(waiter.group)
    }

    /// Ranks a group among the others by its first waiters, if it is not full.
    private mutating func update(_ group: String?) {
        guard let state = groups[group] else { return }
        // The first has the highest priority: if its share is used up, so are the others'.
        if let turn = state.waiters.firstRank,
            group == nil || state.holderCount < share(of: limitPerGroup, turn.priority)
        {
            open.insert(group, rank: turn)
        } else {
            open.remove(group)
        }
        if state.holderCount == 0, state.waiters.isEmpty { groups[group] = nil }
    }
}
