import Testing
import WebImagePipeline
import WebImageRuntime

/// The gate beside a plain list, in all histories that are short.
@Suite struct PriorityGateModelTests {
    /// Every sequence of four steps over two hosts and two priorities, in both orders.
    @Test(arguments: [(1, 1), (2, 1), (2, 2), (3, 2)], TransferOrder.allCases)
    func `in every short history the gate agrees with its description`(
        _ limits: (all: Int, perHost: Int), _ order: TransferOrder
    ) {
        var walk = HistoryWalk()
        walk.explore(GateBesideModel(limits, order), depth: 4)
        #expect(walk.disagreements == [])
        #expect(walk.stepCount > 5_000)
    }
}

/// A gate, and a list in the order of coming that is searched from the front.
private struct GateBesideModel: BesideModel {
    enum Step {
        case enter(String, LoadPriority, isSuspended: Bool, isForPixels: Bool = false)
        case leave(Int)
        case cancel(Int)
        case change(Int, LoadPriority, isSuspended: Bool, isForPixels: Bool)
        case hold(upTo: LoadPriority?)
        case limit(Int, perHost: Int, TransferOrder)
    }

    struct Entry {
        let ticket: PriorityGate.Ticket
        let host: String
        var priority: LoadPriority
        var isSuspended: Bool
        var isForPixels: Bool
        var isActive = false
    }

    private var gate: PriorityGate
    private var limits: (all: Int, perHost: Int)
    private var order: TransferOrder
    private var entries: [Entry] = []
    private var held: LoadPriority?

    init(_ limits: (all: Int, perHost: Int), _ order: TransferOrder) {
        self.limits = limits
        self.order = order
        gate = PriorityGate(limit: limits.all, limitPerHost: limits.perHost, order: order)
    }

    /// What may happen next.
    var steps: [Step] {
        var steps: [Step] = ["a", "b"].flatMap { host in
            [LoadPriority.low, .high].map { .enter(host, $0, isSuspended: false) }
        }
        steps += [
            .enter("a", .high, isSuspended: true),
            .enter("a", .high, isSuspended: false, isForPixels: true),
            .enter("b", .low, isSuspended: false, isForPixels: true),
            .limit(1, perHost: 1, .lastComeFirst), .limit(3, perHost: 2, .firstComeFirst),
        ]
        steps += [nil, .low, .high].filter { $0 != held }.map { .hold(upTo: $0) }
        for (index, entry) in entries.enumerated() {
            let flipped = LoadPriority.high == entry.priority ? LoadPriority.low : .high
            steps +=
                entry.isActive
                ? [.leave(index)]
                : [
                    .cancel(index),
                    .change(
                        index, flipped, isSuspended: entry.isSuspended,
                        isForPixels: entry.isForPixels),
                    .change(
                        index, entry.priority, isSuspended: !entry.isSuspended,
                        isForPixels: entry.isForPixels),
                    .change(
                        index, entry.priority, isSuspended: entry.isSuspended,
                        isForPixels: !entry.isForPixels),
                ]
        }
        return steps
    }

    /// Lets both take a step; returns in what they disagree.
    mutating func take(_ step: Step) -> String? {
        let isAgreed =
            switch step {
            case .enter(let host, let priority, let isSuspended, let isForPixels):
                enter(host, priority, isSuspended, isForPixels)
            case .leave(let index): gate.leave(entries.remove(at: index).ticket) == admitAll()
            case .cancel(let index): gate.cancel(entries.remove(at: index).ticket)
            case .change(let index, let priority, let isSuspended, let isForPixels):
                change(index, priority, isSuspended, isForPixels)
            case .hold(let priority): hold(upTo: priority)
            case .limit(let all, let perHost, let order): limit(all, perHost, order)
            }
        let active = entries.count(where: \.isActive)
        let isCounted =
            gate.activeCount == active && gate.waitingCount == entries.count - active
        return isAgreed && isCounted ? nil : "\(step)"
    }

    private mutating func enter(
        _ host: String, _ priority: LoadPriority, _ isSuspended: Bool, _ isForPixels: Bool
    ) -> Bool {
        let ticket = gate.issue()
        entries.append(
            Entry(
                ticket: ticket, host: host, priority: priority, isSuspended: isSuspended,
                isForPixels: isForPixels))
        let entrance = gate.enter(
            ticket, host: host, priority: priority, isSuspended: isSuspended,
            isForPixels: isForPixels)
        return entrance == (admitAll() == [ticket] ? .admitted : .waiting)
    }

    private mutating func change(
        _ index: Int, _ priority: LoadPriority, _ isSuspended: Bool, _ isForPixels: Bool
    ) -> Bool {
        entries[index].priority = priority
        entries[index].isForPixels = isForPixels
        entries[index].isSuspended = isSuspended
        let admitted = gate.change(
            entries[index].ticket, priority: priority, isSuspended: isSuspended,
            isForPixels: isForPixels)
        return admitted == admitAll()
    }

    private mutating func hold(upTo priority: LoadPriority?) -> Bool {
        held = priority
        return gate.holdPixelsBack(upTo: priority) == admitAll()
    }

    private mutating func limit(_ all: Int, _ perHost: Int, _ order: TransferOrder) -> Bool {
        limits = (all, perHost)
        self.order = order
        return gate.setLimits(all, perHost: perHost, order: order) == admitAll()
    }

    /// Lets in whom the description lets in: again and again the first of the keenest.
    private mutating func admitAll() -> [PriorityGate.Ticket] {
        var admitted: [PriorityGate.Ticket] = []
        while let index = firstAdmissible {
            entries[index].isActive = true
            admitted.append(entries[index].ticket)
        }
        return admitted
    }

    private func isHeldBack(_ entry: Entry) -> Bool {
        guard let held, entry.isForPixels else { return false }
        return entry.priority <= held
    }

    private var firstAdmissible: Int? {
        let active = entries.filter(\.isActive)
        guard active.count < limits.all else { return nil }
        var first: Int?
        let indices = order == .firstComeFirst ? Array(entries.indices) : entries.indices.reversed()
        for index in indices {
            let entry = entries[index]
            guard !entry.isActive, !entry.isSuspended, !isHeldBack(entry),
                active.count(where: { $0.host == entry.host }) < limits.perHost
            else { continue }
            if first.map({ entry.priority > entries[$0].priority }) ?? true { first = index }
        }
        return first
    }
}
