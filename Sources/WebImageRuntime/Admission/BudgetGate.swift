/// Who may take memory now: so many bytes in all, the keenest first, then the eldest.
///
/// A pure state machine: its methods say what is to be done, ``MemoryGate`` does it. Nobody
/// overtakes one who came before and is as keen, however little it asks for: then large requests
/// are not put off for ever. What holds after each step:
/// - The bytes held are within the limit, unless one who asks for more than all of it runs alone,
///   or all who hold memory wait for more: then the eldest of them gets it, so that one always
///   goes on.
/// - Nobody waits who could be let in.
package struct BudgetGate: Sendable {
    /// One wish for memory.
    package struct Ticket: Hashable, Sendable {
        fileprivate let number: Int64
    }

    /// What a ticket has to do after it asked.
    package enum Entrance: Hashable, Sendable {
        /// Go on.
        case admitted
        /// Wait until a later action names it.
        case waiting
    }

    private struct Waiter: Sendable {
        let byteCount: Int
        var priority: LoadPriority
        var isSuspended: Bool
    }

    private struct Holder: Sendable {
        var byteCount: Int
        /// What it waits to have, where it has less.
        var wanted: Int?
    }

    /// The bytes to be shared out.
    package private(set) var limit: Int
    /// The bytes that are held.
    package private(set) var heldByteCount = 0
    private let reservesHalf: Bool
    private var issuedCount: Int64 = 0
    private var holders: [Ticket: Holder] = [:]
    private var growers = RankedHeap<Ticket, Int64>()
    private var waiting: [Ticket: Waiter] = [:]
    /// Those of them that are not suspended.
    private var queue = RankedHeap<Ticket, Turn>()

    /// No request is larger, so that sums don't overflow: 256 TB.
    package static let maxByteCount = 1 << 48

    /// A gate for so many bytes, at least one.
    ///
    /// - Parameter reservesHalf: Whether newcomers may fill half of it only, so that there is room
    ///   for what they will want when they know more.
    package init(limit: Int, reservesHalf: Bool = false) {
        self.limit = Self.bounded(limit, from: 1)
        self.reservesHalf = reservesHalf
    }

    /// How many hold memory.
    package var holderCount: Int { holders.count }
    /// How many wait, suspended ones and those who want more among them.
    package var waitingCount: Int { waiting.count + growers.count }
    /// How many hold memory and wait for more.
    package var growingCount: Int { growers.count }

    /// Makes a ticket; the order of making is the order among equals.
    package mutating func issue() -> Ticket {
        issuedCount += 1
        return Ticket(number: issuedCount)
    }

    /// Asks for memory, once for each ticket; a suspended one waits even where there is room.
    package mutating func enter(
        _ ticket: Ticket, byteCount: Int, priority: LoadPriority, isSuspended: Bool = false
    ) -> Entrance {
        precondition(
            holders[ticket] == nil && waiting[ticket] == nil, "A ticket enters the gate once.")
        let byteCount = Self.bounded(byteCount)
        if !isSuspended, growers.isEmpty, queue.isEmpty, hasRoom(for: byteCount) {
            admit(ticket, byteCount)
            return .admitted
        }
        insert(
            ticket, Waiter(byteCount: byteCount, priority: priority, isSuspended: isSuspended))
        // Who waited before could not go, and a newcomer makes no room.
        return letIn().isEmpty ? .waiting : .admitted
    }

    /// Takes memory whether there is room or not: what is in use already, and was not counted while
    /// its holder waited for others.
    package mutating func take(_ ticket: Ticket, byteCount: Int) {
        precondition(
            holders[ticket] == nil && waiting[ticket] == nil, "A ticket enters the gate once.")
        admit(ticket, Self.bounded(byteCount))
    }

    /// Changes what an admitted ticket holds; it may have to wait for more.
    ///
    /// Those who want more go before all who have nothing yet: these hold what others wait for. Who
    /// holds nothing here, because it was paused or cancelled, has nothing to wait for.
    ///
    /// - Returns: Who goes on by it, the ticket itself where it has what it wants.
    package mutating func resize(_ ticket: Ticket, to byteCount: Int) -> [Ticket] {
        guard var holder = holders[ticket] else { return [ticket] }
        let wanted = Self.bounded(byteCount)
        growers.remove(ticket)
        guard wanted > holder.byteCount else {
            heldByteCount -= holder.byteCount - wanted
            holders[ticket] = Holder(byteCount: wanted)
            return [ticket] + letIn()
        }
        holder.wanted = wanted
        holders[ticket] = holder
        growers.insert(ticket, rank: ticket.number)
        return letIn()
    }

    /// Notes what a waiting ticket is now; one that doesn't wait is left as it is.
    ///
    /// - Returns: Who is admitted by it.
    package mutating func change(
        _ ticket: Ticket, priority: LoadPriority, isSuspended: Bool
    ) -> [Ticket] {
        guard var waiter = waiting[ticket] else { return [] }
        waiter.priority = priority
        waiter.isSuspended = isSuspended
        queue.remove(ticket)
        insert(ticket, waiter)
        return letIn()
    }

    /// Changes the limit; who holds memory keeps it.
    ///
    /// - Returns: Who goes on by it.
    package mutating func setLimit(_ limit: Int) -> [Ticket] {
        self.limit = Self.bounded(limit, from: 1)
        return letIn()
    }

    /// Takes a ticket out, whether it waits or holds memory; one that is not there changes nothing.
    ///
    /// - Returns: Who goes on by it.
    package mutating func leave(_ ticket: Ticket) -> [Ticket] {
        if waiting.removeValue(forKey: ticket) != nil {
            queue.remove(ticket)
        } else if let holder = holders.removeValue(forKey: ticket) {
            heldByteCount -= holder.byteCount
            growers.remove(ticket)
        }
        return letIn()
    }
}

extension BudgetGate {
    private static func bounded(_ byteCount: Int, from least: Int = 0) -> Int {
        min(max(least, byteCount), maxByteCount)
    }

    private func hasRoom(for byteCount: Int) -> Bool {
        holders.isEmpty || byteCount <= (reservesHalf ? limit / 2 : limit) - heldByteCount
    }

    private mutating func insert(_ ticket: Ticket, _ waiter: Waiter) {
        waiting[ticket] = waiter
        guard !waiter.isSuspended else { return }
        queue.insert(ticket, rank: Turn(waiter.priority, number: ticket.number))
    }

    private mutating func letIn() -> [Ticket] {
        var admitted: [Ticket] = []
        while let ticket = growers.first {
            guard grow(ticket) else { return admitted }
            admitted.append(ticket)
        }
        while let ticket = queue.first, let waiter = waiting[ticket] {
            guard hasRoom(for: waiter.byteCount) else { break }
            queue.remove(ticket)
            waiting[ticket] = nil
            admit(ticket, waiter.byteCount)
            admitted.append(ticket)
        }
        return admitted
    }

    /// Gives a holder what it wants, if there is room or nobody would go on otherwise.
    private mutating func grow(_ ticket: Ticket) -> Bool {
        guard let holder = holders[ticket], let wanted = holder.wanted else { return false }
        let more = wanted - holder.byteCount
        guard more <= limit - heldByteCount || growers.count == holders.count else { return false }
        growers.remove(ticket)
        heldByteCount += more
        holders[ticket] = Holder(byteCount: wanted)
        return true
    }

    private mutating func admit(_ ticket: Ticket, _ byteCount: Int) {
        heldByteCount += byteCount
        holders[ticket] = Holder(byteCount: byteCount)
    }
}
