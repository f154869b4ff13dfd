import Synchronization
import Testing
import WebImageCaching
import WebImageRuntime
import WebImageTesting

/// Slots that are lent while their holders wait, in all orders of pauses and resumptions.
@Suite struct PermitTests {
    private let gate = Gate(capacity: 1, limitPerGroup: 1)

    private var counts: [Int] { [gate.usage.holderCount, gate.usage.waitingCount] }

    /// Starts a resumption and returns its task once it waits for its turn.
    private func resumption(of slot: Permit) async -> Task<Void, any Error> {
        let task = Task { try await slot.resumeInTurn() }
        #expect(await eventually { gate.usage.waitingCount == 1 })
        return task
    }

    @Test func `a slot is with others until the last of several pauses ends`() async throws {
        let slot = try await gate.claim(1, group: "a")
        slot.pause()
        slot.pause()
        try await slot.resumeInTurn()
        #expect(counts == [0, 0])
        try await slot.resumeInTurn()
        #expect(counts == [1, 0])
        slot.end()
        slot.end()
        #expect(counts == [0, 0])
        slot.pause()
        try await slot.resumeInTurn()
        #expect(counts == [0, 0])
    }

    @Test func `a paused slot waits for its turn again, before equals that came later`()
        async throws
    {
        let (slot, order) = (try await gate.claim(1, group: "a"), Order())
        slot.pause()
        let other = try await gate.claim(1, group: "a")
        let later = Task { [gate] in
            let permit = try await gate.claim(1, group: "a")
            order.note("later")
            permit.end()
        }
        #expect(await eventually { gate.usage.waitingCount == 1 })
        let resumption = Task {
            try await slot.resumeInTurn()
            order.note("resumed")
            slot.end()
        }
        #expect(await eventually { gate.usage.waitingCount == 2 })
        other.end()
        try await resumption.value
        try await later.value
        #expect(order.names == ["resumed", "later"])
    }

    @Test func `a slot waits with the needs of its holder, and follows them`() async throws {
        let changing = Needs()
        let slot = try await gate.claim(1, group: "a", changing)
        slot.pause()
        changing.change { $0.isSuspended = true }()
        let resumption = await resumption(of: slot)
        changing.change { $0.isSuspended = false }()
        try await resumption.value
        #expect(counts == [1, 0])
        slot.end()
    }

    @Test(.timeLimit(.minutes(5)))
    func `one paused again while it waits goes on without its slot`() async throws {
        let slot = try await gate.claim(1, group: "a")
        slot.pause()
        let other = try await gate.claim(1, group: "a")
        let first = await resumption(of: slot)
        slot.pause()
        try await first.value
        #expect(counts == [1, 0])
        let second = await resumption(of: slot)
        // Cancelling the first resumption does not affect the second.
        first.cancel()
        #expect(counts == [1, 1])
        other.end()
        try await second.value
        #expect(counts == [1, 0])
        slot.end()
        #expect(counts == [0, 0])
    }

    @Test(.timeLimit(.minutes(5)))
    func `one that ends while it waits for its slot never has it`() async throws {
        let slot = try await gate.claim(1, group: "a")
        slot.pause()
        let other = try await gate.claim(1, group: "a")
        let resumption = await resumption(of: slot)
        slot.end()
        try await resumption.value
        other.end()
        #expect(counts == [0, 0])
    }

    @Test func `one cancelled while it waits for its slot may wait for it once more`()
        async throws
    {
        let slot = try await gate.claim(1, group: "a")
        slot.pause()
        let other = try await gate.claim(1, group: "a")
        let resumption = await resumption(of: slot)
        resumption.cancel()
        await #expect(throws: CancellationError.self) { try await resumption.value }
        #expect(counts == [1, 0])
        other.end()
        slot.pause()
        try await slot.resumeInTurn()
        #expect(counts == [1, 0])
        slot.end()
    }

    @Test(.timeLimit(.minutes(5)))
    func `a slot is free as soon as its task is cancelled, even if the body goes on`()
        async throws
    {
        let (stream, end) = AsyncStream.makeStream(of: Void.self)
        let task = Task { [gate] in
            try await gate.withSlot(group: "a") { slot in
                await Task { for await _ in stream {} }.value
                slot.pause()
                try await slot.resumeInTurn()
            }
        }
        #expect(await eventually { gate.usage.holderCount == 1 })
        task.cancel()
        #expect(counts == [0, 0])
        end.finish()
        try await task.value
        #expect(counts == [0, 0])
    }

    @Test(.timeLimit(.minutes(5)))
    func `a task that is cancelled already waits for nothing`() async throws {
        let slot = try await gate.claim(1, group: "a")
        slot.pause()
        let other = try await gate.claim(1, group: "a")
        let resumption = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            try await slot.resumeInTurn()
        }
        await #expect(throws: CancellationError.self) { try await resumption.value }
        let growth = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            try await other.resize(to: 2)
        }
        _ = await growth.result
        slot.end()
        other.end()
        #expect(counts == [0, 0])
    }

    @Test(.timeLimit(.minutes(5)))
    func `a body that is cancelled while it waits for its slot again learns of it`() async throws {
        let task = Task { [gate] in
            try await gate.withSlot(group: "a") { slot in
                slot.pause()
                let other = try await gate.claim(1, group: "a")
                defer { other.end() }
                try await slot.resumeInTurn()
            }
        }
        #expect(await eventually { gate.usage.waitingCount == 1 })
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(counts == [0, 0])
    }

    @Test func `pauses of many tasks at once leave one holder, and leak nothing`() async throws {
        let wild = try await gate.claim(1, group: "a")
        await withTaskGroup(of: Void.self) { group in
            for index in 0..<8 {
                group.addTask { [gate] in
                    for round in 0..<200 {
                        wild.pause()
                        if round % 16 == index { await Task.yield() }
                        let resumption = Task { try await wild.resumeInTurn() }
                        if round % 8 == index { resumption.cancel() }
                        _ = await resumption.result
                        #expect(gate.usage.holderCount <= 1)
                    }
                }
            }
        }
        wild.pause()
        try await wild.resumeInTurn()
        #expect(counts == [1, 0])
        wild.end()
        #expect(counts == [0, 0])
    }

    private final class Order: Sendable {
        private let state = Mutex<[String]>([])
        var names: [String] { state.withLock { $0 } }
        func note(_ name: String) { state.withLock { $0.append(name) } }
    }
}
