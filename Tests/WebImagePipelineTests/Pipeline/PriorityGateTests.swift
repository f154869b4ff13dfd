import Testing
import WebImagePipeline
import WebImageRuntime

@Suite struct PriorityGateTests {
    private func full(_ limit: Int = 1, perHost: Int = 1) -> (PriorityGate, PriorityGate.Ticket) {
        var gate = PriorityGate(limit: limit, limitPerHost: perHost)
        let ticket = gate.issue()
        _ = gate.enter(ticket, host: "a", priority: .low)
        return (gate, ticket)
    }

    @Test func `equals go in the order of their tickets`() {
        var (gate, active) = full()
        let (first, second) = (gate.issue(), gate.issue())
        #expect(gate.enter(second, host: "a", priority: .low) == .waiting)
        #expect(gate.enter(first, host: "a", priority: .low) == .waiting)
        #expect(gate.leave(active) == [first])
        #expect(gate.leave(first) == [second])
        #expect(gate.leave(second) == [])
        #expect(gate.activeCount == 0)
    }

    @Test func `a raised ticket goes first`() {
        var (gate, active) = full()
        let (first, second) = (gate.issue(), gate.issue())
        _ = gate.enter(first, host: "a", priority: .normal)
        _ = gate.enter(second, host: "b", priority: .low)
        #expect(gate.change(second, priority: .high, isSuspended: false) == [])
        #expect(gate.leave(active) == [second])
    }

    @Test func `a full host stops nobody else`() {
        var gate = PriorityGate(limit: 2, limitPerHost: 1)
        let tickets = (0..<4).map { _ in gate.issue() }
        #expect(gate.enter(tickets[0], host: "a", priority: .low) == .admitted)
        #expect(gate.enter(tickets[1], host: "a", priority: .high) == .waiting)
        #expect(gate.enter(tickets[2], host: "b", priority: .low) == .admitted)
        #expect(gate.enter(tickets[3], host: "c", priority: .low) == .waiting)
        #expect(gate.leave(tickets[2]) == [tickets[3]])
        #expect(gate.leave(tickets[0]) == [tickets[1]])
    }

    @Test func `a cancelled ticket is never admitted`() {
        var (gate, active) = full()
        let ticket = gate.issue()
        var cancelled = [gate.cancel(ticket)]
        _ = gate.enter(ticket, host: "a", priority: .low)
        cancelled += [gate.cancel(ticket), gate.cancel(ticket), gate.cancel(active)]
        #expect(cancelled == [false, true, false, false])
        #expect(gate.leave(active) == [])
        #expect(gate.leave(active) == [])
    }

    @Test func `those for pixels are held back up to a priority, keener ones go on`() {
        var gate = PriorityGate(limit: 9, limitPerHost: 9)
        let tickets = (0..<4).map { _ in gate.issue() }
        #expect(gate.holdPixelsBack(upTo: .normal) == [])
        let priorities: [LoadPriority] = [.low, .normal, .high, .low]
        let entrances = zip(tickets, priorities).enumerated().map { index, wish in
            gate.enter(wish.0, host: "a", priority: wish.1, isForPixels: index < 3)
        }
        #expect(entrances == [.waiting, .waiting, .admitted, .admitted])
        #expect(gate.holdPixelsBack(upTo: .low) == [tickets[1]])
        #expect(
            gate.change(tickets[0], priority: .normal, isSuspended: false, isForPixels: true)
                == [tickets[0]])
    }

    /// With a queue that moves all waiters for each that leaves this takes minutes.
    @Test(arguments: [1, 1000, 100_000])
    func `a hundred thousand wait and go in their order`(hostCount: Int) {
        var gate = PriorityGate(limit: 1, limitPerHost: 1)
        let tickets = (0...100_000).map { index in
            let ticket = gate.issue()
            _ = gate.enter(ticket, host: "host\(index % hostCount)", priority: .normal)
            return ticket
        }
        let isInOrder = zip(tickets, tickets.dropFirst()).allSatisfy { ticket, next in
            gate.leave(ticket) == [next]
        }
        #expect(isInOrder)
        #expect(gate.waitingCount == 0)
    }

    @Test func `limits below one let one in`() {
        var gate = PriorityGate(limit: 0, limitPerHost: -3)
        let (first, second) = (gate.issue(), gate.issue())
        #expect(gate.enter(first, host: "a", priority: .low) == .admitted)
        #expect(gate.enter(second, host: "b", priority: .low) == .waiting)
    }

    @Test func `the youngest of equals goes first where that is asked for`() {
        var gate = PriorityGate(limit: 1, limitPerHost: 1, order: .lastComeFirst)
        let tickets = (0..<4).map { _ in gate.issue() }
        for ticket in tickets.prefix(3) {
            _ = gate.enter(ticket, host: "a", priority: .normal)
        }
        _ = gate.enter(tickets[3], host: "a", priority: .low)
        #expect(gate.leave(tickets[0]) == [tickets[2]])
        _ = gate.setLimits(1, perHost: 1, order: .firstComeFirst)
        #expect(gate.leave(tickets[2]) == [tickets[1]])
        #expect(gate.leave(tickets[1]) == [tickets[3]])
    }

    @Test func `more room lets the first in, less room stops nobody under way`() {
        var gate = PriorityGate(limit: 1, limitPerHost: 1)
        let tickets = (0..<5).map { _ in gate.issue() }
        for ticket in tickets { _ = gate.enter(ticket, host: "a", priority: .normal) }
        #expect(gate.setLimits(3, perHost: 3, order: .firstComeFirst) == [tickets[1], tickets[2]])
        #expect(gate.setLimits(1, perHost: 1, order: .firstComeFirst) == [])
        #expect(gate.activeCount == 3)
        #expect(gate.leave(tickets[0]) == [])
        #expect(gate.leave(tickets[1]) == [])
        #expect(gate.leave(tickets[2]) == [tickets[3]])
    }

    @Test func `a suspended ticket is passed by, and admitted at once when it is resumed`() {
        var (gate, active) = full()
        let (first, second) = (gate.issue(), gate.issue())
        #expect(gate.enter(first, host: "a", priority: .high, isSuspended: true) == .waiting)
        #expect(gate.enter(second, host: "a", priority: .low) == .waiting)
        #expect(gate.leave(active) == [second])
        #expect(gate.leave(second) == [])
        #expect(gate.change(first, priority: .high, isSuspended: false) == [first])
        #expect(gate.waitingCount == 0)
    }
}
