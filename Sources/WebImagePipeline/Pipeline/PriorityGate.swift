/// Who may transfer now: so many in all, so many for a host; the keenest first, then the eldest or
/// the youngest.
///
/// A pure state machine: its methods say what is to be done, ``TransferGate`` does it. After each
/// of them no ticket waits that the limits would let in, but for suspended ones.
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

    private struct Waiter {
        let ticket: Ticket
        let host: String
        var priority: LoadPriority
        var isSuspended: Bool

        func precedes(_ other: Waiter, _ order: TransferOrder) -> Bool {
            guard priority == other.priority else { return priority > other.priority }
            let isElder = ticket.number < other.ticket.number
            return order == .firstComeFirst ? isElder : !isElder
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
    /// Those of them that are not suspended by host, in the order in which they may go; a host
    /// without one has no entry.
    private var queues: [String: [Waiter]] = [:]

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
        _ ticket: Ticket, host: String, priority: LoadPriority, isSuspended: Bool = false
    ) -> Entrance {
        precondition(
            admittedHosts[ticket] == nil && waiting[ticket] == nil,
            "A ticket enters the gate once.")
        if !isSuspended, hasRoom(for: host) {
            admit(ticket, host)
            return .admitted
        }
        insert(
            Waiter(ticket: ticket, host: host, priority: priority, isSuspended: isSuspended))
        return .waiting
    }

    /// Notes what a waiting ticket is now; one that doesn't wait is left as it is.
    ///
    /// - Returns: Who is admitted by it: the ticket itself, when it is resumed and there is room.
    package mutating func change(
        _ ticket: Ticket, priority: LoadPriority, isSuspended: Bool
    ) -> [Ticket] {
        guard var waiter = remove(ticket) else { return [] }
        waiter.priority = priority
        waiter.isSuspended = isSuspended
        insert(waiter)
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
        if self.order != order {
            self.order = order
            for host in queues.keys { queues[host]?.sort { $0.precedes($1, order) } }
        }
        return admitAll()
    }

    /// Takes a waiting ticket out; false if it doesn't wait.
    package mutating func cancel(_ ticket: Ticket) -> Bool { remove(ticket) != nil }

    /// Frees the slot of an admitted ticket.
    ///
    /// - Returns: Who is admitted by it.
    /// - Complexity: O(*h* + *w*) in the hosts with waiters and the waiters of the admitted one's.
    package mutating func leave(_ ticket: Ticket) -> [Ticket] {
        guard let host = admittedHosts.removeValue(forKey: ticket) else { return [] }
        activeCount -= 1
        active[host, default: 1] -= 1
        if active[host] == 0 { active[host] = nil }
        return admitAll()
    }
}

extension PriorityGate {
    private func hasRoom(for host: String) -> Bool {
        activeCount < limit && active[host, default: 0] < limitPerHost
    }

    private mutating func admitAll() -> [Ticket] {
        var admitted: [Ticket] = []
        while activeCount < limit, let waiter = firstAdmissible() {
            _ = remove(waiter.ticket)
            admit(waiter.ticket, waiter.host)
            admitted.append(waiter.ticket)
        }
        return admitted
    }

    /// The first of all queues whose hosts have a free slot: a full host stops nobody else.
    private func firstAdmissible() -> Waiter? {
        var first: Waiter?
        for (host, queue) in queues where hasRoom(for: host) {
            guard let head = queue.first else { continue }
            if first.map({ head.precedes($0, order) }) ?? true { first = head }
        }
        return first
    }

    private mutating func admit(_ ticket: Ticket, _ host: String) {
        active[host, default: 0] += 1
        activeCount += 1
        admittedHosts[ticket] = host
    }

    private mutating func insert(_ waiter: Waiter) {
        waiting[waiter.ticket] = waiter
        guard !waiter.isSuspended else { return }
        queues[waiter.host, default: []].insertSorted(waiter) { [order] in $0.precedes($1, order) }
    }

    private mutating func remove(_ ticket: Ticket) -> Waiter? {
        guard let waiter = waiting.removeValue(forKey: ticket) else { return nil }
        if let index = queues[waiter.host]?.firstIndex(where: { $0.ticket == ticket }) {
            queues[waiter.host]?.remove(at: index)
            if queues[waiter.host]?.isEmpty == true { queues[waiter.host] = nil }
        }
        return waiter
    }
}

extension Array {
    /// Inserts into a sorted array; O(log *n*) comparisons.
    fileprivate mutating func insertSorted(
        _ element: Element, by precedes: (Element, Element) -> Bool
    ) {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if precedes(element, self[middle]) { high = middle } else { low = middle + 1 }
        }
        insert(element, at: low)
    }
}
