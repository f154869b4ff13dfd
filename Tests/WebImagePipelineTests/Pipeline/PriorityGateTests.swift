import Testing
import WebImagePipeline

@Suite struct PriorityGateTests {
    private func full(_ limit: Int = 1, perHost: Int = 1) -> (PriorityGate, PriorityGate.Ticket) {
        var gate = PriorityGate(limit: limit, limitPerHost: perHost)
        let ticket = gate.issue()
        _ = gate.enter(ticket, host: "a", priority: 0)
        return (gate, ticket)
    }

    @Test func `equals go in the order of their tickets`() {
        var (gate, active) = full()
        let (first, second) = (gate.issue(), gate.issue())
        #expect(gate.enter(second, host: "a", priority: 0) == .waiting)
        #expect(gate.enter(first, host: "a", priority: 0) == .waiting)
        #expect(gate.leave(active) == first)
        #expect(gate.leave(first) == second)
        #expect(gate.leave(second) == nil)
        #expect(gate.activeCount == 0)
    }

    @Test func `a raised ticket goes first`() {
        var (gate, active) = full()
        let (first, second) = (gate.issue(), gate.issue())
        _ = gate.enter(first, host: "a", priority: 1)
        _ = gate.enter(second, host: "b", priority: 0)
        gate.raise(second, to: 2)
        gate.raise(first, to: 0)
        #expect(gate.leave(active) == second)
    }

    @Test func `a full host stops nobody else`() {
        var gate = PriorityGate(limit: 2, limitPerHost: 1)
        let tickets = (0..<4).map { _ in gate.issue() }
        #expect(gate.enter(tickets[0], host: "a", priority: 0) == .admitted)
        #expect(gate.enter(tickets[1], host: "a", priority: 9) == .waiting)
        #expect(gate.enter(tickets[2], host: "b", priority: 0) == .admitted)
        #expect(gate.enter(tickets[3], host: "c", priority: 0) == .waiting)
        #expect(gate.leave(tickets[2]) == tickets[3])
        #expect(gate.leave(tickets[0]) == tickets[1])
    }

    @Test func `a cancelled ticket is never admitted`() {
        var (gate, active) = full()
        let ticket = gate.issue()
        var cancelled = [gate.cancel(ticket)]
        _ = gate.enter(ticket, host: "a", priority: 0)
        cancelled += [gate.cancel(ticket), gate.cancel(ticket), gate.cancel(active)]
        #expect(cancelled == [false, true, false, false])
        #expect(gate.leave(active) == nil)
        #expect(gate.leave(active) == nil)
    }

    @Test func `limits below one let one in`() {
        var gate = PriorityGate(limit: 0, limitPerHost: -3)
        let (first, second) = (gate.issue(), gate.issue())
        #expect(gate.enter(first, host: "a", priority: 0) == .admitted)
        #expect(gate.enter(second, host: "b", priority: 0) == .waiting)
    }

    /// Every sequence of six steps over two hosts and two priorities, against a plain model.
    @Test(arguments: [(1, 1), (2, 1), (2, 2), (3, 2)])
    func `in every short history the gate agrees with its description`(
        _ limit: Int, _ limitPerHost: Int
    ) {
        var walk = GateWalk(limit: limit, limitPerHost: limitPerHost)
        walk.explore(PriorityGate(limit: limit, limitPerHost: limitPerHost), [], depth: 6)
        #expect(walk.disagreements == [])
        #expect(walk.stepCount > 10_000)
    }
}

/// Tries all histories of a gate beside a list that is searched from the front.
private struct GateWalk {
    struct Entry {
        let ticket: PriorityGate.Ticket
        let host: String
        var priority: Int
        var isActive: Bool
    }

    let limit: Int
    let limitPerHost: Int
    var disagreements: [String] = []
    var stepCount = 0

    mutating func explore(_ gate: PriorityGate, _ entries: [Entry], depth: Int) {
        stepCount += 1
        check(gate, entries)
        guard depth > 0 else { return }
        for host in ["a", "b"] {
            for priority in 0...1 { enter(gate, entries, host, priority, depth) }
        }
        for index in entries.indices {
            if entries[index].isActive {
                leave(gate, entries, index, depth)
            } else {
                cancel(gate, entries, index, depth)
                if entries[index].priority == 0 { raise(gate, entries, index, depth) }
            }
        }
    }

    private func admits(_ entries: [Entry], _ host: String) -> Bool {
        let active = entries.filter(\.isActive)
        return active.count < limit && active.count { $0.host == host } < limitPerHost
    }

    private mutating func check(_ gate: PriorityGate, _ entries: [Entry]) {
        let active = entries.count(where: \.isActive)
        expect(gate.activeCount == active, "active count")
        expect(gate.waitingCount == entries.count - active, "waiting count")
        expect(
            !entries.contains { !$0.isActive && admits(entries, $0.host) },
            "somebody waits for nothing")
    }

    private mutating func expect(_ holds: Bool, _ what: String) {
        if !holds, !disagreements.contains(what) { disagreements.append(what) }
    }

    private mutating func enter(
        _ gate: PriorityGate, _ entries: [Entry], _ host: String, _ priority: Int, _ depth: Int
    ) {
        var (gate, entries) = (gate, entries)
        let ticket = gate.issue()
        let isActive = admits(entries, host)
        let entrance = gate.enter(ticket, host: host, priority: priority)
        expect(entrance == (isActive ? .admitted : .waiting), "entrance")
        entries.append(Entry(ticket: ticket, host: host, priority: priority, isActive: isActive))
        explore(gate, entries, depth: depth - 1)
    }

    private mutating func leave(
        _ gate: PriorityGate, _ entries: [Entry], _ index: Int, _ depth: Int
    ) {
        var (gate, entries) = (gate, entries)
        let ticket = entries.remove(at: index).ticket
        var next: Int?
        for (index, entry) in entries.enumerated()
        where !entry.isActive && admits(entries, entry.host) {
            if next.map({ entry.priority > entries[$0].priority }) ?? true { next = index }
        }
        expect(gate.leave(ticket) == next.map { entries[$0].ticket }, "who is next")
        if let next { entries[next].isActive = true }
        explore(gate, entries, depth: depth - 1)
    }

    private mutating func cancel(
        _ gate: PriorityGate, _ entries: [Entry], _ index: Int, _ depth: Int
    ) {
        var (gate, entries) = (gate, entries)
        expect(gate.cancel(entries.remove(at: index).ticket), "cancelling")
        explore(gate, entries, depth: depth - 1)
    }

    private mutating func raise(
        _ gate: PriorityGate, _ entries: [Entry], _ index: Int, _ depth: Int
    ) {
        var (gate, entries) = (gate, entries)
        entries[index].priority = 1
        gate.raise(entries[index].ticket, to: 1)
        explore(gate, entries, depth: depth - 1)
    }
}
