import Testing
import WebImageRuntime

/// Amounts: holders that grow, requests that do not fit.
@Suite struct AdmissionAmountTests {
    private var queue = AdmissionQueue(capacity: 10)

    private mutating func enter(
        _ amount: Int, _ priority: LoadPriority = .normal, isSuspended: Bool = false
    ) -> (ticket: AdmissionQueue.Ticket, isAdmitted: Bool) {
        let ticket = queue.issue()
        let needs = WorkNeeds(priority: priority, isSuspended: isSuspended)
        return (ticket, queue.enter(ticket, amount: amount, needs: needs))
    }

    @Test mutating func `what fits goes on, what does not waits until it does`() {
        let (first, second) = (enter(6), enter(5))
        #expect(first.isAdmitted)
        #expect(!second.isAdmitted)
        #expect(queue.heldAmount == 6)
        #expect(queue.leave(first.ticket) == [second.ticket])
        #expect(queue.heldAmount == 5)
    }

    @Test mutating func `a small request does not overtake a large one that came before`() {
        let (first, large, small) = (enter(6), enter(9), enter(1))
        #expect(!large.isAdmitted)
        #expect(!small.isAdmitted)
        #expect(queue.leave(first.ticket) == [large.ticket, small.ticket])
    }

    @Test mutating func `a keener one goes first, also one that became so`() {
        let (first, second, third) = (enter(10), enter(10), enter(10, .high))
        #expect(queue.leave(first.ticket) == [third.ticket])
        let fourth = enter(10)
        #expect(queue.change(fourth.ticket, to: WorkNeeds(priority: .high)) == [])
        #expect(queue.leave(third.ticket) == [fourth.ticket])
        #expect(queue.leave(fourth.ticket) == [second.ticket])
    }

    @Test mutating func `more than the whole budget runs alone, and ends`() {
        let (first, huge, next) = (enter(1), enter(50), enter(1))
        #expect(!huge.isAdmitted)
        #expect(queue.leave(first.ticket) == [huge.ticket])
        #expect(queue.heldAmount == 50)
        #expect(enter(0).isAdmitted == false)
        #expect(queue.leave(huge.ticket).first == next.ticket)
    }

    @Test mutating func `one that leaves the queue lets in whom it held up`() {
        let (_, large, small) = (enter(6), enter(9), enter(4))
        #expect(queue.leave(large.ticket) == [small.ticket])
        #expect(queue.leave(large.ticket) == [])
    }

    @Test mutating func `a suspended one is passed over until it is resumed`() {
        let sleeper = enter(4, isSuspended: true)
        #expect(!sleeper.isAdmitted)
        #expect(enter(6).isAdmitted == true)
        #expect(
            queue.change(sleeper.ticket, to: WorkNeeds()) == [sleeper.ticket])
    }

    @Test mutating func `who wants more goes before who has nothing`() {
        let (holder, other, newcomer) = (enter(4), enter(4), enter(3))
        #expect(queue.resize(holder.ticket, to: 8) == [])
        #expect(queue.leave(other.ticket) == [holder.ticket])
        #expect(queue.heldAmount == 8)
        #expect(queue.resize(holder.ticket, to: 5) == [holder.ticket, newcomer.ticket])
    }

    @Test mutating func `where all want more the eldest has it, so that one goes on`() {
        let (first, second) = (enter(5), enter(5))
        #expect(queue.resize(second.ticket, to: 8) == [])
        #expect(queue.resize(first.ticket, to: 8) == [first.ticket])
        #expect(queue.heldAmount == 13)
        #expect(queue.leave(first.ticket) == [second.ticket])
    }

    @Test func `newcomers leave room for what they may want, where it is reserved`() {
        var queue = AdmissionQueue(capacity: 10, reservesHalf: true)
        let tickets = (0..<3).map { _ in queue.issue() }
        let isAdmitted = tickets.map { queue.enter($0, amount: 2, needs: WorkNeeds()) }
        #expect(isAdmitted == [true, true, false])
        #expect(queue.resize(tickets[0], to: 8) == [tickets[0]])
        #expect(queue.leave(tickets[0]) == [tickets[2]])
    }

    @Test mutating func `absurd sizes overflow nothing`() {
        let (huge, negative) = (enter(.max), enter(-5))
        #expect(huge.isAdmitted)
        #expect(!negative.isAdmitted)
        #expect(queue.resize(huge.ticket, to: .max) == [huge.ticket])
        #expect(queue.leave(huge.ticket) == [negative.ticket])
        #expect(queue.heldAmount == 0)
    }

    @Test mutating func `a hundred thousand wait and go in their order`() {
        let first = enter(10)
        let tickets = (0..<100_000).map { _ in enter(10).ticket }
        var found = queue.leave(first.ticket)
        for ticket in tickets {
            guard found == [ticket] else { return #expect(found == [ticket]) }
            found = queue.leave(ticket)
        }
        #expect(queue.waitingCount == 0)
    }
}
