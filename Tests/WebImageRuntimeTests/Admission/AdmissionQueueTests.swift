import Testing
import WebImageCaching
import WebImageRuntime

/// Slots: groups, priorities, orders.
@Suite struct AdmissionQueueTests {
    private func full(_ limit: Int = 1, perGroup: Int = 1) -> (
        AdmissionQueue, AdmissionQueue.Ticket
    ) {
        var queue = AdmissionQueue(capacity: limit, limitPerGroup: perGroup)
        let ticket = queue.issue()
        _ = queue.enter(ticket, group: "a", needs: WorkNeeds(priority: .low))
        return (queue, ticket)
    }

    @Test func `equals go in the order of their tickets`() {
        var (queue, active) = full()
        let (first, second) = (queue.issue(), queue.issue())
        let low = WorkNeeds(priority: .low)
        let isAdmitted = [second, first].map { queue.enter($0, group: "a", needs: low) }
        #expect(isAdmitted == [false, false])
        #expect(queue.leave(active) == [first])
        #expect(queue.leave(first) == [second])
        #expect(queue.leave(second) == [])
        #expect(queue.holderCount == 0)
    }

    @Test func `a suspended queue admits none until it goes on`() {
        var queue = AdmissionQueue(capacity: 2, limitPerGroup: 2)
        let tickets = (0..<3).map { _ in queue.issue() }
        _ = queue.enter(tickets[0], needs: WorkNeeds())
        #expect(queue.setSuspended(true) == [])
        let isAdmitted = [
            queue.enter(tickets[1], needs: WorkNeeds()),
            queue.enter(tickets[2], needs: WorkNeeds(priority: .high)),
        ]
        #expect(isAdmitted == [false, false])
        #expect(queue.leave(tickets[0]) == [])
        #expect(queue.holderCount == 0)
        #expect(queue.setSuspended(false) == [tickets[2], tickets[1]])
    }

    @Test func `a raised ticket goes first`() {
        var (queue, active) = full()
        let (first, second) = (queue.issue(), queue.issue())
        _ = queue.enter(first, group: "a", needs: WorkNeeds(priority: .normal))
        _ = queue.enter(second, group: "b", needs: WorkNeeds(priority: .low))
        #expect(queue.change(second, to: WorkNeeds(priority: .high)) == [])
        #expect(queue.leave(active) == [second])
    }

    @Test func `a full group stops no other`() {
        var queue = AdmissionQueue(capacity: 2, limitPerGroup: 1)
        let tickets = (0..<4).map { _ in queue.issue() }
        let (low, high) = (WorkNeeds(priority: .low), WorkNeeds(priority: .high))
        let isAdmitted = [
            queue.enter(tickets[0], group: "a", needs: low),
            queue.enter(tickets[1], group: "a", needs: high),
            queue.enter(tickets[2], group: "b", needs: low),
            queue.enter(tickets[3], group: "c", needs: low),
        ]
        #expect(isAdmitted == [true, false, true, false])
        #expect(queue.leave(tickets[2]) == [tickets[3]])
        #expect(queue.leave(tickets[0]) == [tickets[1]])
    }

    @Test func `low priority leaves a slot of each group, and of all, to higher ones`() {
        var queue = AdmissionQueue(capacity: 4, limitPerGroup: 2, reservesSlot: true)
        let (low, normal) = (WorkNeeds(priority: .low), WorkNeeds(priority: .normal))
        let tickets = (0..<8).map { _ in queue.issue() }
        let isAdmitted = ["a", "a", "b", "c", "d"].enumerated().map {
            queue.enter(tickets[$0.offset], group: $0.element, needs: low)
        }
        // The second of a group, and the fourth of all.
        #expect(isAdmitted == [true, false, true, true, false])
        let isFirst = queue.enter(tickets[5], group: "a", needs: normal)
        #expect(isFirst)
        let isSecond = queue.enter(tickets[6], group: "b", needs: normal)
        #expect(!isSecond)
        #expect(queue.leave(tickets[0]) == [tickets[6]])
        // A raised ticket may use the slot as well.
        #expect(queue.leave(tickets[3]) == [])
        #expect(
            queue.change(tickets[4], to: WorkNeeds(priority: .high)) == [tickets[4]])
    }

    @Test func `a single slot is there for low priority too`() {
        var queue = AdmissionQueue(capacity: 1, limitPerGroup: 1, reservesSlot: true)
        let ticket = queue.issue()
        let isAdmitted = queue.enter(ticket, group: "a", needs: WorkNeeds(priority: .low))
        #expect(isAdmitted)
    }

    @Test func `a ticket that left is never admitted`() {
        var (queue, active) = full()
        let ticket = queue.issue()
        #expect(queue.leave(ticket) == [])
        _ = queue.enter(ticket, group: "a", needs: WorkNeeds())
        #expect(queue.leave(ticket) == [])
        #expect(queue.leave(ticket) == [])
        #expect(queue.holderCount == 1)
        #expect(queue.leave(active) == [])
        #expect(queue.leave(active) == [])
        #expect(queue.holderCount == 0)
    }

    @Test func `a ticket that enters again has its former rank`() {
        var (queue, first) = full()
        let second = queue.issue()
        _ = queue.enter(second, group: "a", needs: WorkNeeds())
        #expect(queue.leave(first) == [second])
        let (third, again) = (queue.issue(), queue.issue(insteadOf: first))
        _ = queue.enter(third, group: "a", needs: WorkNeeds())
        _ = queue.enter(again, group: "a", needs: WorkNeeds())
        #expect(queue.leave(second) == [again])
        #expect(queue.leave(first) == [])
    }

    /// Takes minutes if the queue moves all waiters for each one that leaves.
    @Test(arguments: [1, 1000, 100_000])
    func `a hundred thousand wait and go in their order`(groupCount: Int) {
        var queue = AdmissionQueue(capacity: 1, limitPerGroup: 1)
        let tickets = (0...100_000).map { index in
            let ticket = queue.issue()
            _ = queue.enter(ticket, group: "\(index % groupCount)", needs: WorkNeeds())
            return ticket
        }
        let isInOrder = zip(tickets, tickets.dropFirst()).allSatisfy { ticket, next in
            queue.leave(ticket) == [next]
        }
        #expect(isInOrder)
        #expect(queue.waitingCount == 0)
    }

    @Test func `limits below one let one in`() {
        var queue = AdmissionQueue(capacity: 0, limitPerGroup: -3)
        let (first, second) = (queue.issue(), queue.issue())
        let isAdmitted = [
            queue.enter(first, group: "a", needs: WorkNeeds()),
            queue.enter(second, group: "b", needs: WorkNeeds()),
        ]
        #expect(isAdmitted == [true, false])
    }

    @Test func `the youngest of equals goes first where that is asked for`() {
        var queue = AdmissionQueue(capacity: 1, limitPerGroup: 1, order: .lastComeFirst)
        let tickets = (0..<4).map { _ in queue.issue() }
        for ticket in tickets.prefix(3) {
            _ = queue.enter(ticket, group: "a", needs: WorkNeeds())
        }
        _ = queue.enter(tickets[3], group: "a", needs: WorkNeeds(priority: .low))
        #expect(queue.leave(tickets[0]) == [tickets[2]])
        _ = queue.setCapacity(1, limitPerGroup: 1, order: .firstComeFirst)
        #expect(queue.leave(tickets[2]) == [tickets[1]])
        #expect(queue.leave(tickets[1]) == [tickets[3]])
    }

    @Test func `more room lets the first in, less room stops no holder`() {
        var queue = AdmissionQueue(capacity: 1, limitPerGroup: 1)
        let tickets = (0..<5).map { _ in queue.issue() }
        for ticket in tickets { _ = queue.enter(ticket, group: "a", needs: WorkNeeds()) }
        #expect(queue.setCapacity(3, limitPerGroup: 3) == [tickets[1], tickets[2]])
        #expect(queue.setCapacity(1, limitPerGroup: 1) == [])
        #expect(queue.holderCount == 3)
        #expect(queue.leave(tickets[0]) == [])
        #expect(queue.leave(tickets[1]) == [])
        #expect(queue.leave(tickets[2]) == [tickets[3]])
    }

    @Test func `a suspended ticket is passed by, and admitted at once when it is resumed`() {
        var (queue, active) = full()
        let (first, second) = (queue.issue(), queue.issue())
        var needs = WorkNeeds(priority: .high, isSuspended: true)
        let isAdmitted = [
            queue.enter(first, group: "a", needs: needs),
            queue.enter(second, group: "a", needs: WorkNeeds(priority: .low)),
        ]
        #expect(isAdmitted == [false, false])
        #expect(queue.leave(active) == [second])
        #expect(queue.leave(second) == [])
        needs.isSuspended = false
        #expect(queue.change(first, to: needs) == [first])
        #expect(queue.waitingCount == 0)
    }
}
