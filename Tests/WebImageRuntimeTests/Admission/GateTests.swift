import Synchronization
import Testing
import WebImageCaching
import WebImageRuntime

/// Slots of several groups.
@Suite struct GateTests {
    /// A counter of the current holders and their maximum.
    private final class Meter: Sendable {
        private let state = Mutex((now: [String: Int](), peak: 0, peakPerHost: 0, total: 0))

        func enter(_ host: String) {
            state.withLock { state in
                state.now[host, default: 0] += 1
                state.total += 1
                state.peak = max(state.peak, state.now.values.reduce(0, +))
                state.peakPerHost = max(state.peakPerHost, state.now[host, default: 0])
            }
        }
        func leave(_ host: String) { state.withLock { $0.now[host, default: 0] -= 1 } }
        var peaks: [Int] { state.withLock { [$0.peak, $0.peakPerHost, $0.total] } }
    }

    private struct Broken: Error {}

    @Test func `of many tasks no more than allowed are inside`() async throws {
        let (gate, meter) = (Gate(capacity: 5, limitPerGroup: 2), Meter())
        try await withThrowingTaskGroup(of: Void.self) { group in
            for index in 0..<500 {
                let host = "host\(index % 7)"
                group.addTask {
                    try await gate.withSlot(
                        group: host, Needs(priority: index % 3 == 0 ? .high : .low)
                    ) { _ in
                        meter.enter(host)
                        for _ in 0..<3 { await Task.yield() }
                        meter.leave(host)
                    }
                }
            }
            try await group.waitForAll()
        }
        let peaks = meter.peaks
        #expect(peaks[0] <= 5)
        #expect(peaks[1] <= 2)
        #expect(peaks[2] == 500)
        #expect(gate.slotCounts == (0, 0))
    }

    @Test func `a failing body gives its slot back`() async throws {
        let gate = Gate(capacity: 1, limitPerGroup: 1)
        await #expect(throws: Broken.self) {
            try await gate.withSlot(group: "a") { _ in throw Broken() }
        }
        #expect(try await gate.withSlot(group: "a") { _ in 7 } == 7)
        #expect(gate.slotCounts == (0, 0))
    }

    @Test func `a waiter that is cancelled leaves at once and leaves nothing`() async throws {
        let gate = Gate(capacity: 1, limitPerGroup: 1)
        try await gate.withSlot(group: "a") { _ in
            let waiter = Task { try await gate.withSlot(group: "a") { _ in } }
            while gate.slotCounts.waiting == 0 { await Task.yield() }
            waiter.cancel()
            await #expect(throws: CancellationError.self) { try await waiter.value }
            #expect(gate.slotCounts == (1, 0))
        }
        #expect(gate.slotCounts == (0, 0))
    }

    @Test func `a task that is cancelled already never enters`() async {
        let gate = Gate(capacity: 1, limitPerGroup: 1)
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            try await gate.withSlot(group: "a") { _ in _ = Issue.record("entered") }
        }
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(gate.slotCounts == (0, 0))
    }

    @Test func `tasks cancelled at random leak no slot`() async {
        let gate = Gate(capacity: 3, limitPerGroup: 2)
        await withTaskGroup(of: Void.self) { group in
            for index in 0..<300 {
                group.addTask {
                    let task = Task {
                        try await gate.withSlot(group: "host\(index % 3)") { _ in await Task.yield()
                        }
                    }
                    for _ in 0..<(index % 5) { await Task.yield() }
                    if index % 2 == 0 { task.cancel() }
                    _ = await task.result
                }
            }
        }
        #expect(gate.slotCounts == (0, 0))
    }

    @Test func `who becomes keener while it waits goes ahead`() async throws {
        let gate = Gate(capacity: 1, limitPerGroup: 1)
        let (first, second) = (
            Needs(priority: .low),
            Needs(priority: .low)
        )
        let tasks = try await gate.withSlot(group: "a") { _ in
            let tasks = await enqueue(["first": first, "second": second], gate)
            second.change { $0.priority = .high }()
            return tasks
        }
        for task in tasks { try await task.value }
        #expect(order.names.withLock { $0 } == ["second", "first"])
    }

    @Test func `who loses its keenest caller falls back among the others`() async throws {
        let gate = Gate(capacity: 1, limitPerGroup: 1)
        let (first, second) = (
            Needs(priority: .high), Needs()
        )
        let tasks = try await gate.withSlot(group: "a") { _ in
            let tasks = await enqueue(["first": first, "second": second], gate)
            first.change { $0.priority = .low }()
            return tasks
        }
        for task in tasks { try await task.value }
        #expect(order.names.withLock { $0 } == ["second", "first"])
    }

    @Test func `who is suspended takes no slot, and goes on when it is resumed`() async throws {
        let gate = Gate(capacity: 1, limitPerGroup: 1)
        let sleeper = Needs()
        sleeper.change { $0.isSuspended = true }()
        let tasks = await enqueue(["sleeper": sleeper], gate)
        #expect(gate.slotCounts == (0, 1))
        #expect(try await gate.withSlot(group: "a") { _ in 7 } == 7)
        #expect(order.names.withLock { $0 } == [])
        sleeper.change { $0.isSuspended = false }()
        for task in tasks { try await task.value }
        #expect(order.names.withLock { $0 } == ["sleeper"])
    }

    @Test func `with more room waiting ones start, with less those under way go on`() async throws {
        let gate = Gate(capacity: 1, limitPerGroup: 1)
        try await gate.withSlot(group: "a") { _ in
            let tasks = await enqueue(["second": Needs()], gate)
            gate.setCapacity(2, limitPerGroup: 2)
            for task in tasks { try await task.value }
            gate.setCapacity(1, limitPerGroup: 1)
            #expect(gate.slotCounts == (1, 0))
        }
        #expect(order.names.withLock { $0 } == ["second"])
        #expect(gate.slotCounts == (0, 0))
    }

    private let order = Order()

    /// Starts tasks that wait at the gate in the order of their names.
    private func enqueue(
        _ needs: [String: Needs], _ gate: Gate
    ) async -> [Task<Void, any Error>] {
        var tasks: [Task<Void, any Error>] = []
        for (name, needs) in needs.sorted(by: { $0.key < $1.key }) {
            let waiting = gate.slotCounts.waiting
            tasks.append(
                Task { [order] in
                    try await gate.withSlot(group: "a", needs) { _ in
                        order.names.withLock { $0.append(name) }
                    }
                })
            while gate.slotCounts.waiting == waiting { await Task.yield() }
        }
        return tasks
    }

    private final class Order: Sendable {
        let names = Mutex<[String]>([])
    }
}

extension Gate {
    /// The number of held slots, and of tasks that wait for one.
    var slotCounts: (active: Int, waiting: Int) {
        let usage = usage
        return (usage.holderCount, usage.waitingCount)
    }

    /// Runs `body` with a slot, which is released as soon as the task is cancelled.
    func withSlot<Result>(
        group: String, _ needs: Needs = Needs(),
        _ body: (Permit) async throws -> Result
    ) async throws -> Result {
        let permit = try await claim(1, group: group, needs)
        defer { permit.end() }
        try Task.checkCancellation()
        return try await withTaskCancellationHandler {
            try await body(permit)
        } onCancel: {
            permit.end()
        }
    }
}

extension Needs {
    convenience init(priority: LoadPriority = .normal) {
        self.init(WorkNeeds(priority: priority))
    }
}
