import Testing
import WebImagePipeline
import WebImageRuntime

/// The gate beside a plain list, in all histories that are short.
@Suite struct BudgetGateModelTests {
    /// Every sequence of four steps with small, large and oversized requests.
    @Test(arguments: [(1, false), (4, false), (4, true)])
    func `in every short history the gate agrees with its description`(
        _ limit: Int, _ reservesHalf: Bool
    ) {
        var walk = HistoryWalk()
        walk.explore(BudgetBesideModel(limit, reservesHalf), depth: 4)
        #expect(walk.disagreements == [])
        #expect(walk.stepCount > 10_000)
    }
}

/// A gate, and a list in the order of coming that is searched from the front.
private struct BudgetBesideModel: BesideModel {
    enum Step {
        case enter(Int, LoadPriority, isSuspended: Bool)
        case leave(Int)
        case change(Int, LoadPriority, isSuspended: Bool)
        case resize(Int, to: Int)
        case limit(Int)
    }

    struct Entry {
        let ticket: BudgetGate.Ticket
        var byteCount: Int
        var priority: LoadPriority
        var isSuspended: Bool
        var isActive = false
        var wanted: Int?
    }

    private var gate: BudgetGate
    private var limit: Int
    private let reservesHalf: Bool
    private var entries: [Entry] = []
    /// Whether somebody got more than there was, as the rules let them, and still has it.
    private var isOverdrawn = false

    init(_ limit: Int, _ reservesHalf: Bool) {
        self.limit = limit
        self.reservesHalf = reservesHalf
        gate = BudgetGate(limit: limit, reservesHalf: reservesHalf)
    }

    /// What may happen next.
    var steps: [Step] {
        var steps: [Step] = [
            .enter(1, .low, isSuspended: false), .enter(2, .high, isSuspended: false),
            .enter(5, .high, isSuspended: false), .enter(2, .high, isSuspended: true),
            .enter(2, .low, isSuspended: false), .enter(1, .high, isSuspended: false),
            .limit(2), .limit(6),
        ]
        for (index, entry) in entries.enumerated() {
            steps.append(.leave(index))
            let flipped = LoadPriority.high == entry.priority ? LoadPriority.low : .high
            steps +=
                entry.isActive
                ? [.resize(index, to: 0), .resize(index, to: entry.byteCount + 2)]
                : [
                    .change(index, flipped, isSuspended: entry.isSuspended),
                    .change(index, entry.priority, isSuspended: !entry.isSuspended),
                ]
        }
        return steps
    }

    /// Lets both take a step; returns in what they disagree.
    mutating func take(_ step: Step) -> String? {
        let isAgreed =
            switch step {
            case .enter(let byteCount, let priority, let isSuspended):
                enter(byteCount, priority, isSuspended)
            case .leave(let index): gate.leave(entries.remove(at: index).ticket) == letIn()
            case .change(let index, let priority, let isSuspended):
                change(index, priority, isSuspended)
            case .resize(let index, let byteCount): resize(index, to: byteCount)
            case .limit(let limit): setLimit(limit)
            }
        return isAgreed && isCounted && isLegal ? nil : "\(step)"
    }

    private var active: [Entry] { entries.filter(\.isActive) }

    private var isCounted: Bool {
        gate.holderCount == active.count
            && gate.heldByteCount == active.reduce(0) { $0 + $1.byteCount }
            && gate.growingCount == active.count { $0.wanted != nil }
            && gate.waitingCount == entries.count { !$0.isActive || $0.wanted != nil }
    }

    /// What the gate promises, whichever way it keeps it.
    private var isLegal: Bool {
        let held = active.reduce(0) { $0 + $1.byteCount }
        let isWithin = held <= limit || active.count == 1 || isOverdrawn
        // Somebody always goes on.
        let waits = entries.contains { $0.isActive ? $0.wanted != nil : !$0.isSuspended }
        return isWithin && (!waits || active.contains { $0.wanted == nil })
    }

    private mutating func enter(
        _ byteCount: Int, _ priority: LoadPriority, _ isSuspended: Bool
    ) -> Bool {
        let ticket = gate.issue()
        entries.append(
            Entry(
                ticket: ticket, byteCount: byteCount, priority: priority, isSuspended: isSuspended))
        let entrance = gate.enter(
            ticket, byteCount: byteCount, priority: priority, isSuspended: isSuspended)
        return entrance == (letIn() == [ticket] ? .admitted : .waiting)
    }

    private mutating func change(
        _ index: Int, _ priority: LoadPriority, _ isSuspended: Bool
    ) -> Bool {
        entries[index].priority = priority
        entries[index].isSuspended = isSuspended
        return gate.change(entries[index].ticket, priority: priority, isSuspended: isSuspended)
            == letIn()
    }

    private mutating func resize(_ index: Int, to byteCount: Int) -> Bool {
        let ticket = entries[index].ticket
        let found = gate.resize(ticket, to: byteCount)
        entries[index].wanted = nil
        guard byteCount > entries[index].byteCount else {
            entries[index].byteCount = byteCount
            return found == [ticket] + letIn()
        }
        entries[index].wanted = byteCount
        return found == letIn()
    }

    private mutating func setLimit(_ limit: Int) -> Bool {
        self.limit = limit
        isOverdrawn = true
        return gate.setLimit(limit) == letIn()
    }

    /// Lets in whom the description lets in.
    private mutating func letIn() -> [BudgetGate.Ticket] {
        var admitted: [BudgetGate.Ticket] = []
        while let index = next {
            if let wanted = entries[index].wanted {
                if wanted - entries[index].byteCount > room { isOverdrawn = true }
                entries[index].byteCount = wanted
                entries[index].wanted = nil
            }
            entries[index].isActive = true
            admitted.append(entries[index].ticket)
        }
        return admitted
    }

    private var room: Int { limit - active.reduce(0) { $0 + $1.byteCount } }

    /// Who goes on next: the first who wants more, else the first of the keenest; nobody passes it.
    private var next: Int? {
        if let grower = entries.indices.first(where: { entries[$0].wanted != nil }) {
            let more = (entries[grower].wanted ?? 0) - entries[grower].byteCount
            let isStuck = active.allSatisfy { $0.wanted != nil }
            return more <= room || isStuck ? grower : nil
        }
        var first: Int?
        for index in entries.indices where !entries[index].isActive && !entries[index].isSuspended {
            if first.map({ entries[index].priority > entries[$0].priority }) ?? true {
                first = index
            }
        }
        guard let first else { return nil }
        let open = reservesHalf ? room - (limit - limit / 2) : room
        return active.isEmpty || entries[first].byteCount <= open ? first : nil
    }
}
