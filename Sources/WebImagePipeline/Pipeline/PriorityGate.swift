/// Who may transfer now: so many in all, so many for a host; the keenest first, then the eldest.
///
/// A pure state machine: its methods say what is to be done, ``TransferGate`` does it. After each
/// of them no ticket waits that the limits would let in.
package struct PriorityGate: Sendable {
    /// One wish to transfer.
    package struct Ticket: Hashable, Sendable {
        fileprivate let number: UInt64
    }

    /// What a ticket has to do after it entered.
    package enum Entrance: Hashable, Sendable {
        /// Begin.
        case admitted
        /// Wait until another one's leaving names it.
        case waiting
    }

    private struct Waiter {
        let ticket: Ticket
        var priority: Int

        func precedes(_ other: Waiter) -> Bool {
            priority != other.priority
                ? priority > other.priority : ticket.number < other.ticket.number
        }
    }

    private let limit: Int
    private let limitPerHost: Int
    private var issuedCount: UInt64 = 0
    /// Transfers under way by host; a host without one has no entry.
    private var active: [String: Int] = [:]
    /// The number of transfers under way.
    package private(set) var activeCount = 0
    private var admittedHosts: [Ticket: String] = [:]
    /// Waiters by host, in the order in which they may go; a host without one has no entry.
    private var queues: [String: [Waiter]] = [:]
    private var waitingHosts: [Ticket: String] = [:]

    /// A gate for so many in all and so many for a host, each at least one.
    package init(limit: Int, limitPerHost: Int) {
        self.limit = max(1, limit)
        self.limitPerHost = max(1, limitPerHost)
    }

    /// The number of tickets that wait.
    package var waitingCount: Int { waitingHosts.count }

    /// Makes a ticket; the order of making is the order among equals.
    package mutating func issue() -> Ticket {
        issuedCount += 1
        return Ticket(number: issuedCount)
    }

    /// Asks for a slot, once for each ticket.
    package mutating func enter(_ ticket: Ticket, host: String, priority: Int) -> Entrance {
        precondition(
            admittedHosts[ticket] == nil && waitingHosts[ticket] == nil,
            "A ticket enters the gate once.")
        if activeCount < limit, active[host, default: 0] < limitPerHost {
            admit(ticket, host)
            return .admitted
        }
        insert(Waiter(ticket: ticket, priority: priority), host)
        return .waiting
    }

    /// Raises a waiting ticket; a lower priority, or a ticket that doesn't wait, changes nothing.
    ///
    /// Nobody is admitted by it: who waits, waits for a slot.
    package mutating func raise(_ ticket: Ticket, to priority: Int) {
        guard let host = waitingHosts[ticket], var waiter = remove(ticket, host) else { return }
        waiter.priority = max(waiter.priority, priority)
        insert(waiter, host)
    }

    /// Takes a waiting ticket out; false if it doesn't wait.
    package mutating func cancel(_ ticket: Ticket) -> Bool {
        guard let host = waitingHosts[ticket] else { return false }
        return remove(ticket, host) != nil
    }

    /// Frees the slot of an admitted ticket.
    ///
    /// - Returns: The ticket that is admitted in its place. One slot lets one in at most.
    /// - Complexity: O(*h* + *w*) in the hosts with waiters and the waiters of the admitted one's.
    package mutating func leave(_ ticket: Ticket) -> Ticket? {
        guard let host = admittedHosts.removeValue(forKey: ticket) else { return nil }
        activeCount -= 1
        active[host, default: 1] -= 1
        if active[host] == 0 { active[host] = nil }

        guard activeCount < limit, let (nextHost, waiter) = firstAdmissible() else { return nil }
        _ = remove(waiter.ticket, nextHost)
        admit(waiter.ticket, nextHost)
        return waiter.ticket
    }

    /// The first of all queues whose hosts have a free slot: a full host stops nobody else.
    private func firstAdmissible() -> (host: String, Waiter)? {
        var first: (host: String, Waiter)?
        for (host, queue) in queues where active[host, default: 0] < limitPerHost {
            guard let head = queue.first else { continue }
            if first.map({ head.precedes($0.1) }) ?? true { first = (host, head) }
        }
        return first
    }

    private mutating func admit(_ ticket: Ticket, _ host: String) {
        active[host, default: 0] += 1
        activeCount += 1
        admittedHosts[ticket] = host
    }

    private mutating func insert(_ waiter: Waiter, _ host: String) {
        waitingHosts[waiter.ticket] = host
        queues[host, default: []].insertSorted(waiter) { $0.precedes($1) }
    }

    private mutating func remove(_ ticket: Ticket, _ host: String) -> Waiter? {
        waitingHosts[ticket] = nil
        guard let index = queues[host]?.firstIndex(where: { $0.ticket == ticket }) else {
            return nil
        }
        let waiter = queues[host]?.remove(at: index)
        if queues[host]?.isEmpty == true { queues[host] = nil }
        return waiter
    }
}

extension Array {
    /// Inserts into a sorted array, behind its equals; O(log *n*) comparisons.
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
