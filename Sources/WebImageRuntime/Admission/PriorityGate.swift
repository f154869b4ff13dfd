/// Who may transfer now: so many in all, so many for a host; the keenest first, then the eldest or
/// the youngest.
///
/// A pure state machine: its methods say what is to be done, ``TransferGate`` does it. After each
/// of them no ticket waits that the limits would let in, but for suspended ones and those for pixels
/// that are held back.
package struct PriorityGate: Sendable {
    /// One wish to transfer.
    package struct Ticket: Hashable, Sendable {
        fileprivate let number: UInt64
    }

    /// What a ticket has to do after it entered.
    package enum Entrance: Hashable, Sendable {
        /// Begin.
        case admitted
        /// Wait until a later action names it.
        case waiting
    }

    private struct Waiter: Sendable {
        let host: String
        var priority: LoadPriority
        var isSuspended: Bool
        var isForPixels: Bool
    }

    /// Those who wait and are not suspended.
    private struct Lane: Sendable {
        /// By host; a host without one has no entry.
        var queues: [String: RankedHeap<Ticket, Turn>] = [:]
        /// The hosts of those queues that have a free slot, by the first of each.
        var hosts = RankedHeap<String, Turn>()

        /// Puts a host into its place among the others, by its first ticket and its free slots.
        mutating func rank(_ host: String, hasRoom: Bool) {
            guard !queues.isEmpty else { return }
            guard let turn = queues[host]?.firstRank else {
                queues[host] = nil
                hosts.remove(host)
                return
            }
            if hasRoom { hosts.insert(host, rank: turn) } else { hosts.remove(host) }
        }
    }

    private var limit: Int
    private var limitPerHost: Int
    private var order: TransferOrder
    private var issuedCount: UInt64 = 0
    /// Transfers under way by host; a host without one has no entry.
    private var active: [String: Int] = [:]
    /// The number of transfers under way.
    package private(set) var activeCount = 0
    private var admittedHosts: [Ticket: String] = [:]
    private var waiting: [Ticket: Waiter] = [:]
    /// Those of them who want bytes.
    private var bytes = Lane()
    /// Those of them who want pixels only.
    private var pixels = Lane()
    /// How keen those for pixels may be that are held back; nil where none are.
    private var held: LoadPriority?

    /// A gate for so many in all and so many for a host, each at least one.
    package init(limit: Int, limitPerHost: Int, order: TransferOrder = .firstComeFirst) {
        self.limit = max(1, limit)
        self.limitPerHost = max(1, limitPerHost)
        self.order = order
    }

    /// The number of tickets that wait, suspended ones among them.
    package var waitingCount: Int { waiting.count }

    /// The number of tickets of a priority that wait, suspended ones among them.
    package func waitingCount(of priority: LoadPriority) -> Int {
        waiting.values.count { $0.priority == priority }
    }

    /// Makes a ticket; the order of making is the order among equals.
    package mutating func issue() -> Ticket {
        issuedCount += 1
        return Ticket(number: issuedCount)
    }

    /// Asks for a slot, once for each ticket; a suspended one waits even where there is room.
    package mutating func enter(
        _ ticket: Ticket, host: String, priority: LoadPriority, isSuspended: Bool = false,
        isForPixels: Bool = false
    ) -> Entrance {
        precondition(
            admittedHosts[ticket] == nil && waiting[ticket] == nil,
            "A ticket enters the gate once.")
        if !isSuspended, !(isForPixels && isHeldBack(priority)), hasRoom(for: host) {
            admit(ticket, host)
            return .admitted
        }
        insert(
            ticket,
            Waiter(
                host: host, priority: priority, isSuspended: isSuspended,
                isForPixels: isForPixels))
        return .waiting
    }

    /// Notes what a waiting ticket is now; one that doesn't wait is left as it is.
    ///
    /// - Returns: Who is admitted by it: the ticket itself, when it is resumed and there is room.
    package mutating func change(
        _ ticket: Ticket, priority: LoadPriority, isSuspended: Bool, isForPixels: Bool = false
    ) -> [Ticket] {
        guard var waiter = remove(ticket) else { return [] }
        waiter.isForPixels = isForPixels
        waiter.priority = priority
        waiter.isSuspended = isSuspended
        insert(ticket, waiter)
        return admitAll()
    }

    /// Lets those who want pixels only wait that are no keener than that, and the others go on; with
    /// nil all.
    ///
    /// - Returns: Who is admitted by it.
    package mutating func holdPixelsBack(upTo priority: LoadPriority?) -> [Ticket] {
        guard priority != held else { return [] }
        held = priority
        return admitAll()
    }

    /// Changes the limits and the order; transfers under way go on.
    ///
    /// - Returns: Who is admitted by it.
    package mutating func setLimits(
        _ limit: Int, perHost limitPerHost: Int, order: TransferOrder
    ) -> [Ticket] {
        self.limit = max(1, limit)
        self.limitPerHost = max(1, limitPerHost)
        self.order = order
        bytes = Lane()
        pixels = Lane()
        for (ticket, waiter) in waiting { insert(ticket, waiter) }
        return admitAll()
    }

    /// Takes a waiting ticket out; false if it doesn't wait.
    package mutating func cancel(_ ticket: Ticket) -> Bool { remove(ticket) != nil }

    /// Frees the slot of an admitted ticket.
    ///
    /// - Returns: Who is admitted by it.
    /// - Complexity: O(log *n*) in those who wait, for each that is admitted.
    package mutating func leave(_ ticket: Ticket) -> [Ticket] {
        guard let host = admittedHosts.removeValue(forKey: ticket) else { return [] }
        activeCount -= 1
        active[host, default: 1] -= 1
        if active[host] == 0 { active[host] = nil }
        rank(host)
        return admitAll()
    }
}

extension PriorityGate {
    private func hasRoom(for host: String) -> Bool {
        activeCount < limit && active[host, default: 0] < limitPerHost
    }

    private func isHeldBack(_ priority: LoadPriority) -> Bool {
        held.map { priority <= $0 } ?? false
    }

    private mutating func admitAll() -> [Ticket] {
        var admitted: [Ticket] = []
        // A full host is not among them: it stops nobody else.
        while activeCount < limit, let (ticket, host) = next {
            _ = remove(ticket)
            admit(ticket, host)
            admitted.append(ticket)
        }
        return admitted
    }

    /// Whose turn it is.
    private var next: (Ticket, host: String)? {
        var lane = bytes
        // The first is the keenest: where it is held back, all of them are.
        if let turn = pixels.hosts.firstRank, !isHeldBack(turn.priority),
            bytes.hosts.firstRank.map({ turn < $0 }) ?? true
        {
            lane = pixels
        }
        guard let host = lane.hosts.first, let ticket = lane.queues[host]?.first else { return nil }
        return (ticket, host)
    }

    private mutating func admit(_ ticket: Ticket, _ host: String) {
        active[host, default: 0] += 1
        activeCount += 1
        admittedHosts[ticket] = host
        rank(host)
    }

    private mutating func insert(_ ticket: Ticket, _ waiter: Waiter) {
        waiting[ticket] = waiter
        guard !waiter.isSuspended else { return }
        let number = Int64(ticket.number)
        let turn = Turn(waiter.priority, number: order == .firstComeFirst ? number : -number)
        if waiter.isForPixels {
            pixels.queues[waiter.host, default: RankedHeap()].insert(ticket, rank: turn)
        } else {
            bytes.queues[waiter.host, default: RankedHeap()].insert(ticket, rank: turn)
        }
        rank(waiter.host)
    }

    private mutating func remove(_ ticket: Ticket) -> Waiter? {
        guard let waiter = waiting.removeValue(forKey: ticket) else { return nil }
        let wasQueued =
            waiter.isForPixels
            ? pixels.queues[waiter.host]?.remove(ticket) : bytes.queues[waiter.host]?.remove(ticket)
        if wasQueued == true { rank(waiter.host) }
        return waiter
    }

    private mutating func rank(_ host: String) {
        let hasRoom = active[host, default: 0] < limitPerHost
        bytes.rank(host, hasRoom: hasRoom)
        pixels.rank(host, hasRoom: hasRoom)
    }
}
