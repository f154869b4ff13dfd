import Synchronization
import Testing
import WebImagePipeline
import WebImageRuntime

@Suite struct TransferGateTests {
    /// Counts who is inside, and the most that ever were.
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
        let (gate, meter) = (TransferGate(limit: 5, limitPerHost: 2), Meter())
        try await withThrowingTaskGroup(of: Void.self) { group in
            for index in 0..<500 {
                let host = "host\(index % 7)"
                group.addTask {
                    try await gate.withSlot(
                        host: host,
                        needs: .constant(WorkNeeds(priority: index % 3 == 0 ? .high : .low))
                    ) {
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
        #expect(gate.counts == (0, 0))
    }

    @Test func `a failing body gives its slot back`() async throws {
        let gate = TransferGate(limit: 1, limitPerHost: 1)
        await #expect(throws: Broken.self) {
            try await gate.withSlot(host: "a") { throw Broken() }
        }
        #expect(try await gate.withSlot(host: "a") { 7 } == 7)
        #expect(gate.counts == (0, 0))
    }

    @Test func `a waiter that is cancelled leaves at once and leaves nothing`() async throws {
        let gate = TransferGate(limit: 1, limitPerHost: 1)
        try await gate.withSlot(host: "a") {
            let waiter = Task { try await gate.withSlot(host: "a") {} }
            while gate.counts.waiting == 0 { await Task.yield() }
            waiter.cancel()
            await #expect(throws: CancellationError.self) { try await waiter.value }
            #expect(gate.counts == (1, 0))
        }
        #expect(gate.counts == (0, 0))
    }

    @Test func `a task that is cancelled already never enters`() async {
        let gate = TransferGate(limit: 1, limitPerHost: 1)
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            try await gate.withSlot(host: "a") { _ = Issue.record("entered") }
        }
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(gate.counts == (0, 0))
    }

    @Test func `tasks cancelled at random leak no slot`() async {
        let gate = TransferGate(limit: 3, limitPerHost: 2)
        await withTaskGroup(of: Void.self) { group in
            for index in 0..<300 {
                group.addTask {
                    let task = Task {
                        try await gate.withSlot(host: "host\(index % 3)") { await Task.yield() }
                    }
                    for _ in 0..<(index % 5) { await Task.yield() }
                    if index % 2 == 0 { task.cancel() }
                    _ = await task.result
                }
            }
        }
        #expect(gate.counts == (0, 0))
    }

    @Test func `who becomes keener while it waits goes ahead`() async throws {
        let gate = TransferGate(limit: 1, limitPerHost: 1)
        let (first, second) = (Wanter(.low), Wanter(.low))
        let tasks = try await gate.withSlot(host: "a") {
            let tasks = await enqueue(["first": first, "second": second], gate)
            second.need(WorkNeeds(priority: .high), revision: 2)
            second.need(WorkNeeds(priority: .low), revision: 1)
            return tasks
        }
        for task in tasks { try await task.value }
        #expect(order.names.withLock { $0 } == ["second", "first"])
    }

    @Test func `who loses its keenest caller falls back among the others`() async throws {
        let gate = TransferGate(limit: 1, limitPerHost: 1)
        let (first, second) = (Wanter(.high), Wanter(.normal))
        let tasks = try await gate.withSlot(host: "a") {
            let tasks = await enqueue(["first": first, "second": second], gate)
            first.need(WorkNeeds(priority: .low), revision: 1)
            return tasks
        }
        for task in tasks { try await task.value }
        #expect(order.names.withLock { $0 } == ["second", "first"])
    }

    @Test func `who is suspended takes no slot, and goes on when it is resumed`() async throws {
        let gate = TransferGate(limit: 1, limitPerHost: 1)
        let sleeper = Wanter(.normal)
        sleeper.need(WorkNeeds(isSuspended: true), revision: 1)
        let tasks = await enqueue(["sleeper": sleeper], gate)
        #expect(gate.counts == (0, 1))
        #expect(try await gate.withSlot(host: "a") { 7 } == 7)
        #expect(order.names.withLock { $0 } == [])
        sleeper.need(WorkNeeds(), revision: 2)
        for task in tasks { try await task.value }
        #expect(order.names.withLock { $0 } == ["sleeper"])
    }

    @Test func `with more room waiting ones start, with less those under way go on`() async throws {
        let gate = TransferGate(limit: 1, limitPerHost: 1)
        try await gate.withSlot(host: "a") {
            let tasks = await enqueue(["second": Wanter(.normal)], gate)
            gate.setLimits(2, perHost: 2, order: .firstComeFirst)
            for task in tasks { try await task.value }
            gate.setLimits(1, perHost: 1, order: .firstComeFirst)
            #expect(gate.counts == (1, 0))
        }
        #expect(order.names.withLock { $0 } == ["second"])
        #expect(gate.counts == (0, 0))
    }

    private let order = Order()

    /// Lets them wait at the gate, one after the other in the order of their names.
    private func enqueue(
        _ wanters: [String: Wanter], _ gate: TransferGate
    ) async -> [Task<Void, any Error>] {
        var tasks: [Task<Void, any Error>] = []
        for (name, wanter) in wanters.sorted(by: { $0.key < $1.key }) {
            let waiting = gate.counts.waiting
            tasks.append(
                Task { [order] in
                    try await gate.withSlot(host: "a", needs: wanter.source) {
                        order.names.withLock { $0.append(name) }
                    }
                })
            while gate.counts.waiting == waiting { await Task.yield() }
        }
        return tasks
    }

    private final class Order: Sendable {
        let names = Mutex<[String]>([])
    }

    /// Somebody whose needs a test changes.
    private final class Wanter: Sendable {
        private let state: Mutex<(NeedsUpdate, [@Sendable (NeedsUpdate) -> Void])>

        init(_ priority: LoadPriority) {
            state = Mutex((NeedsUpdate(WorkNeeds(priority: priority)), []))
        }

        func need(_ needs: WorkNeeds, revision: UInt64) {
            let update = NeedsUpdate(needs, revision: revision)
            let followers = state.withLock { state in
                if revision > state.0.revision { state.0 = update }
                return state.1
            }
            for follower in followers { follower(update) }
        }

        var source: NeedsSource {
            NeedsSource(
                current: { self.state.withLock { $0.0 } },
                follow: { follower in
                    self.state.withLock { $0.1.append(follower) }
                    return {}
                })
        }
    }
}
