import Testing
import WebImagePipeline
import WebImageRuntime

@Suite struct BudgetGateTests {
    private var gate = BudgetGate(limit: 10)

    private mutating func enter(
        _ byteCount: Int, _ priority: LoadPriority = .normal, isSuspended: Bool = false
    ) -> (ticket: BudgetGate.Ticket, entrance: BudgetGate.Entrance) {
        let ticket = gate.issue()
        return (
            ticket,
            gate.enter(
                ticket, byteCount: byteCount, priority: priority, isSuspended: isSuspended)
        )
    }

    @Test mutating func `what fits goes on, what does not waits until it does`() {
        let (first, second) = (enter(6), enter(5))
        #expect(first.entrance == .admitted)
        #expect(second.entrance == .waiting)
        #expect(gate.heldByteCount == 6)
        #expect(gate.leave(first.ticket) == [second.ticket])
        #expect(gate.heldByteCount == 5)
    }

    @Test mutating func `a small request does not overtake a large one that came before`() {
        let (first, large, small) = (enter(6), enter(9), enter(1))
        #expect(large.entrance == .waiting)
        #expect(small.entrance == .waiting)
        #expect(gate.leave(first.ticket) == [large.ticket, small.ticket])
    }

    @Test mutating func `a keener one goes first, also one that became so`() {
        let (first, second, third) = (enter(10), enter(10), enter(10, .high))
        #expect(gate.leave(first.ticket) == [third.ticket])
        let fourth = enter(10)
        #expect(gate.change(fourth.ticket, priority: .high, isSuspended: false) == [])
        #expect(gate.leave(third.ticket) == [fourth.ticket])
        #expect(gate.leave(fourth.ticket) == [second.ticket])
    }

    @Test mutating func `more than the whole budget runs alone, and ends`() {
        let (first, huge, next) = (enter(1), enter(50), enter(1))
        #expect(huge.entrance == .waiting)
        #expect(gate.leave(first.ticket) == [huge.ticket])
        #expect(gate.heldByteCount == 50)
        #expect(enter(0).entrance == .waiting)
        #expect(gate.leave(huge.ticket).first == next.ticket)
    }

    @Test mutating func `one that leaves the queue lets in whom it held up`() {
        let (_, large, small) = (enter(6), enter(9), enter(4))
        #expect(gate.leave(large.ticket) == [small.ticket])
        #expect(gate.leave(large.ticket) == [])
    }

    @Test mutating func `a suspended one is passed over until it is resumed`() {
        let sleeper = enter(4, isSuspended: true)
        #expect(sleeper.entrance == .waiting)
        #expect(enter(6).entrance == .admitted)
        #expect(
            gate.change(sleeper.ticket, priority: .normal, isSuspended: false) == [sleeper.ticket])
    }

    @Test mutating func `who wants more goes before who has nothing`() {
        let (holder, other, newcomer) = (enter(4), enter(4), enter(3))
        #expect(gate.resize(holder.ticket, to: 8) == [])
        #expect(gate.leave(other.ticket) == [holder.ticket])
        #expect(gate.heldByteCount == 8)
        #expect(gate.resize(holder.ticket, to: 5) == [holder.ticket, newcomer.ticket])
    }

    @Test mutating func `where all want more the eldest has it, so that one goes on`() {
        let (first, second) = (enter(5), enter(5))
        #expect(gate.resize(second.ticket, to: 8) == [])
        #expect(gate.resize(first.ticket, to: 8) == [first.ticket])
        #expect(gate.heldByteCount == 13)
        #expect(gate.leave(first.ticket) == [second.ticket])
    }

    @Test func `newcomers leave room for what they may want, where it is reserved`() {
        var gate = BudgetGate(limit: 10, reservesHalf: true)
        let tickets = (0..<3).map { _ in gate.issue() }
        let entrances = tickets.map { gate.enter($0, byteCount: 2, priority: .normal) }
        #expect(entrances == [.admitted, .admitted, .waiting])
        #expect(gate.resize(tickets[0], to: 8) == [tickets[0]])
        #expect(gate.leave(tickets[0]) == [tickets[2]])
    }

    @Test mutating func `absurd sizes overflow nothing`() {
        let (huge, negative) = (enter(.max), enter(-5))
        #expect(huge.entrance == .admitted)
        #expect(negative.entrance == .waiting)
        #expect(gate.resize(huge.ticket, to: .max) == [huge.ticket])
        #expect(gate.leave(huge.ticket) == [negative.ticket])
        #expect(gate.heldByteCount == 0)
    }

    @Test mutating func `a hundred thousand wait and go in their order`() {
        let first = enter(10)
        let tickets = (0..<100_000).map { _ in enter(10).ticket }
        var found = gate.leave(first.ticket)
        for ticket in tickets {
            guard found == [ticket] else { return #expect(found == [ticket]) }
            found = gate.leave(ticket)
        }
        #expect(gate.waitingCount == 0)
    }
}
