import WebImageCaching
import WebImageRuntime

/// The limits and the order of a queue.
struct AdmissionRules {
    var capacity: Int
    var limitPerGroup = Int.max
    var order = TransferOrder.firstComeFirst
    var reservesHalf = false
    var reservesSlot = false

    /// Returns the part of a limit that a priority may use up.
    func share(of limit: Int, _ priority: LoadPriority) -> Int {
        reservesSlot && priority == .low && limit > 1 ? limit - 1 : limit
    }
}

/// A queue, and its model: a list in the order of arrival that is searched from the front.
struct QueueBesideModel: BesideModel {
    /// The tested steps.
    enum Vocabulary { case slots, amounts, everything }

    enum Step {
        case enter(Int, String?, WorkNeeds)
        case take(Int, String?)
        case leave(Int)
        case change(Int, WorkNeeds)
        case resize(Int, to: Int)
        case limit(Int, perGroup: Int, TransferOrder)
        case reenter(Int)
    }

    struct Entry {
        var ticket: AdmissionQueue.Ticket
        var amount: Int
        let group: String?
        var needs: WorkNeeds
        var isActive = false
        var wanted: Int?
    }

    private var queue: AdmissionQueue
    private let vocabulary: Vocabulary
    private var rules: AdmissionRules
    private var entries: [Entry] = []
    /// `true` if a ticket exceeds the capacity, as the rules allow, and may still hold the excess.
    private var isOverdrawn = false

    init(_ rules: AdmissionRules, _ vocabulary: Vocabulary) {
        self.rules = rules
        self.vocabulary = vocabulary
        queue = AdmissionQueue(
            capacity: rules.capacity, limitPerGroup: rules.limitPerGroup, order: rules.order,
            reservesHalf: rules.reservesHalf, reservesSlot: rules.reservesSlot)
    }

    /// The possible next steps.
    var steps: [Step] {
        switch vocabulary {
        case .slots: slotSteps
        case .amounts: amountSteps
        // More steps leave than enter, so that the queue does not grow in long histories.
        case .everything:
            slotSteps + amountSteps + extraSteps + entries.indices.map { .leave($0) }
        }
    }

    private var slotSteps: [Step] {
        var steps: [Step] = ["a", "b"].flatMap { group in
            [LoadPriority.low, .high].map { .enter(1, group, WorkNeeds(priority: $0)) }
        }
        steps += [
            .enter(1, "a", WorkNeeds(priority: .high, isSuspended: true)),
            .limit(1, perGroup: 1, .lastComeFirst), .limit(3, perGroup: 2, .firstComeFirst),
        ]
        for (index, entry) in entries.enumerated() {
            steps.append(.leave(index))
            if !entry.isActive { steps += changes(of: index, entry) }
        }
        return steps
    }

    private var amountSteps: [Step] {
        var steps: [Step] = [
            .enter(1, nil, WorkNeeds(priority: .low)),
            .enter(2, nil, WorkNeeds(priority: .high)),
            .enter(5, nil, WorkNeeds(priority: .high)),
            .enter(2, nil, WorkNeeds(priority: .high, isSuspended: true)),
            .enter(2, nil, WorkNeeds(priority: .low)),
            .enter(1, nil, WorkNeeds(priority: .high)),
            .limit(2, perGroup: .max, .firstComeFirst), .limit(6, perGroup: .max, .firstComeFirst),
        ]
        for (index, entry) in entries.enumerated() {
            steps.append(.leave(index))
            steps +=
                entry.isActive
                ? [.resize(index, to: 0), .resize(index, to: entry.amount + 2)]
                : changes(of: index, entry)
        }
        return steps
    }

    /// Steps that only long histories need.
    private var extraSteps: [Step] {
        var steps: [Step] = [
            .take(3, nil), .take(1, "a"), .enter(3, "a", WorkNeeds(priority: .low)),
            .enter(2, "b", WorkNeeds()),
            .limit(5, perGroup: 2, .lastComeFirst), .limit(4, perGroup: 1, .firstComeFirst),
        ]
        steps += entries.indices.map { .reenter($0) }
        for (index, entry) in entries.enumerated() where !entry.isActive {
            // The same needs change nothing.
            steps.append(.change(index, entry.needs))
        }
        return steps
    }

    /// Returns steps that change one need each.
    private func changes(of index: Int, _ entry: Entry) -> [Step] {
        var flipped = entry.needs
        flipped.priority = entry.needs.priority == .high ? .low : .high
        var toggled = entry.needs
        toggled.isSuspended.toggle()
        return [.change(index, flipped), .change(index, toggled)]
    }

    /// Applies a step to both; returns it if they disagree.
    mutating func take(_ step: Step) -> String? {
        let isAgreed =
            switch step {
            case .enter(let amount, let group, let needs):
                enter(Entry(ticket: queue.issue(), amount: amount, group: group, needs: needs))
            case .take(let amount, let group): take(amount, group)
            case .leave(let index): queue.leave(entries.remove(at: index).ticket) == admitAll()
            case .change(let index, let needs): change(index, needs)
            case .resize(let index, let amount): resize(index, to: amount)
            case .limit(let all, let perGroup, let order): limit(all, perGroup, order)
            case .reenter(let index): reenter(index)
            }
        return isAgreed && isCounted && isLegal ? nil : "\(step)"
    }
}

// The model.
extension QueueBesideModel {
    private var active: [Entry] { entries.filter(\.isActive) }

    private var isCounted: Bool {
        queue.holderCount == active.count
            && queue.heldAmount == active.reduce(0) { $0 + $1.amount }
            && queue.waitingCount == entries.count { !$0.isActive || $0.wanted != nil }
            && entries.allSatisfy {
                queue.isWaiting($0.ticket) == (!$0.isActive || $0.wanted != nil)
            }
    }

    /// `true` if limits and progress hold, independent of the order.
    private var isLegal: Bool {
        let held = active.reduce(0) { $0 + $1.amount }
        let isWithin = held <= rules.capacity || active.count == 1 || isOverdrawn
        // At least one holder can go on.
        let waits = entries.contains {
            $0.isActive ? $0.wanted != nil : !$0.needs.isSuspended
        }
        return isWithin && (!waits || active.contains { $0.wanted == nil })
    }

    private mutating func enter(_ entry: Entry, at index: Int? = nil) -> Bool {
        entries.insert(entry, at: index ?? entries.count)
        let isAdmitted = queue.enter(
            entry.ticket, amount: entry.amount, group: entry.group, needs: entry.needs)
        return admitAll() == (isAdmitted ? [entry.ticket] : [])
    }

    private mutating func take(_ amount: Int, _ group: String?) -> Bool {
        var entry = Entry(
            ticket: queue.issue(), amount: amount, group: group, needs: WorkNeeds())
        entry.isActive = true
        isOverdrawn = true
        entries.append(entry)
        queue.take(entry.ticket, amount: amount, group: group)
        return admitAll() == []
    }

    /// Lets a ticket leave and enter again; it gets its former rank, so it keeps its index.
    private mutating func reenter(_ index: Int) -> Bool {
        var entry = entries.remove(at: index)
        guard queue.leave(entry.ticket) == admitAll() else { return false }
        entry.ticket = queue.issue(insteadOf: entry.ticket)
        (entry.isActive, entry.wanted) = (false, nil)
        return enter(entry, at: index)
    }

    private mutating func change(_ index: Int, _ needs: WorkNeeds) -> Bool {
        entries[index].needs = needs
        return queue.change(entries[index].ticket, to: needs) == admitAll()
    }

    private mutating func resize(_ index: Int, to amount: Int) -> Bool {
        let ticket = entries[index].ticket
        let found = queue.resize(ticket, to: amount)
        entries[index].wanted = nil
        guard amount > entries[index].amount else {
            entries[index].amount = amount
            return found == [ticket] + admitAll()
        }
        entries[index].wanted = amount
        return found == admitAll()
    }

    private mutating func limit(_ all: Int, _ perGroup: Int, _ order: TransferOrder) -> Bool {
        (rules.capacity, rules.limitPerGroup, rules.order) = (all, perGroup, order)
        isOverdrawn = true
        return queue.setCapacity(all, limitPerGroup: perGroup, order: order) == admitAll()
    }

    /// Admits the tickets that the model admits, one by one.
    private mutating func admitAll() -> [AdmissionQueue.Ticket] {
        var admitted: [AdmissionQueue.Ticket] = []
        while let index = next {
            if let wanted = entries[index].wanted {
                if wanted - entries[index].amount > room { isOverdrawn = true }
                entries[index].amount = wanted
                entries[index].wanted = nil
            }
            entries[index].isActive = true
            admitted.append(entries[index].ticket)
        }
        return admitted
    }

    private var room: Int { rules.capacity - active.reduce(0) { $0 + $1.amount } }

    private func isFull(_ entry: Entry) -> Bool {
        guard let group = entry.group else { return false }
        return active.count(where: { $0.group == group })
            >= rules.share(of: rules.limitPerGroup, entry.needs.priority)
    }

    /// The next ticket: the first that grows, else the first of the highest admissible priority.
    ///
    /// No other waiter is admitted before it.
    private var next: Int? {
        if let grower = entries.indices.first(where: { entries[$0].wanted != nil }) {
            let more = (entries[grower].wanted ?? 0) - entries[grower].amount
            let isStuck = active.allSatisfy { $0.wanted != nil }
            return more <= room || isStuck ? grower : nil
        }
        var first: Int?
        let isReversed = rules.order == .lastComeFirst
        for index in isReversed ? entries.indices.reversed() : Array(entries.indices) {
            let entry = entries[index]
            guard !entry.isActive, !entry.needs.isSuspended,
                !isFull(entry)
            else { continue }
            if first.map({ entry.needs.priority > entries[$0].needs.priority }) ?? true {
                first = index
            }
        }
        guard let first else { return nil }
        let share =
            rules.reservesHalf
            ? rules.capacity / 2 : rules.share(of: rules.capacity, entries[first].needs.priority)
        let open = room - (rules.capacity - share)
        return active.isEmpty || entries[first].amount <= open ? first : nil
    }
}
