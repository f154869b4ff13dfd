import Synchronization
import Testing
import WebImageTesting

@testable import WebImageRuntime

/// Permits for amounts, for example of memory.
@Suite struct GateAmountTests {
    private final class Peak: Sendable {
        private let state = Mutex(0)
        var value: Int { state.withLock { $0 } }
        func note(_ value: Int) { state.withLock { $0 = max($0, value) } }
    }

    @Test func `of many tasks no more memory is held than there is`() async throws {
        let gate = Gate(capacity: 100)
        let peak = Peak()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for index in 0..<500 {
                group.addTask {
                    let needs = WorkNeeds(priority: index % 3 == 0 ? .high : .low)
                    let claim = try await gate.claim(index % 60 + 1, Needs(needs))
                    let held = gate.usage.heldAmount
                    peak.note(held)
                    for _ in 0..<3 { await Task.yield() }
                    claim.end()
                }
            }
            try await group.waitForAll()
        }
        #expect(peak.value <= 100)
        #expect(gate.usage == Gate.Usage(capacity: 100))
    }

    @Test func `a waiter that is cancelled leaves at once and leaves nothing`() async throws {
        let gate = Gate(capacity: 10)
        let claim = try await gate.claim(10)
        let waiter = Task { try await gate.claim(1).end() }
        #expect(await eventually { gate.usage.waitingCount == 1 })
        waiter.cancel()
        await #expect(throws: CancellationError.self) { try await waiter.value }
        #expect(gate.usage.waitingCount == 0)
        claim.end()
        #expect(gate.usage.heldAmount == 0)
    }

    @Test func `one cancelled while it wants more gives back what it has`() async throws {
        let gate = Gate(capacity: 10)
        let other = try await gate.claim(6)
        let claim = try await gate.claim(4)
        let waiter = Task { try await claim.resize(to: 9) }
        #expect(await eventually { gate.usage.waitingCount == 1 })
        waiter.cancel()
        await #expect(throws: CancellationError.self) { try await waiter.value }
        #expect(gate.usage.heldAmount == 6)
        claim.end()
        other.end()
        #expect(gate.usage == Gate.Usage(capacity: 10))
    }

    @Test func `memory stays with others until the last of several pauses ends`() async throws {
        let gate = Gate(capacity: 10)
        let claim = try await gate.claim(4)
        claim.pause()
        claim.pause()
        claim.resume()
        #expect(gate.usage.heldAmount == 0)
        claim.resume()
        #expect(gate.usage.heldAmount == 4)
        claim.pause()
        claim.end()
        claim.resume()
        #expect(gate.usage == Gate.Usage(capacity: 10))
    }

    @Test func `what a paused claim wants counts when it goes on`() async throws {
        let gate = Gate(capacity: 10)
        let other = try await gate.claim(6)
        let claim = try await gate.claim(2)
        let (grown, grownAgain) = (Peak(), Peak())
        claim.pause()
        let first = Task {
            try await claim.resize(to: 4)
            grown.note(1)
        }
        #expect(await eventually { grown.value == 1 })
        #expect(gate.usage.heldAmount == 6)
        claim.resume()
        #expect(gate.usage.heldAmount == 10)
        // A claim that waits to grow is paused too.
        let second = Task {
            try await claim.resize(to: 8)
            grownAgain.note(1)
        }
        #expect(await eventually { gate.usage.waitingCount == 1 })
        claim.pause()
        #expect(await eventually { grownAgain.value == 1 })
        for task in [first, second] { task.cancel() }
        claim.end()
        other.end()
        #expect(gate.usage == Gate.Usage(capacity: 10))
    }

    @Test func `pauses of many tasks at once leave what was held`() async throws {
        let gate = Gate(capacity: 10)
        let claim = try await gate.claim(4)
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<8 {
                group.addTask {
                    for _ in 0..<2000 {
                        claim.pause()
                        claim.resume()
                    }
                }
            }
        }
        #expect(gate.usage == Gate.Usage(capacity: 10, heldAmount: 4, holderCount: 1))
        claim.end()
        #expect(gate.usage == Gate.Usage(capacity: 10))
    }

    @Test func `a task that is cancelled already has no memory`() async {
        let gate = Gate(capacity: 10)
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            try await gate.claim(1).end()
        }
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(gate.usage == Gate.Usage(capacity: 10))
    }

    @Test func `tasks cancelled at random leak no memory`() async {
        let gate = Gate(capacity: 20)
        await withTaskGroup(of: Void.self) { group in
            for index in 0..<300 {
                group.addTask {
                    let task = Task {
                        let claim = try await gate.claim(index % 7 + 1)
                        await Task.yield()
                        try await claim.resize(to: index % 13)
                    }
                    for _ in 0..<(index % 5) { await Task.yield() }
                    if index % 2 == 0 { task.cancel() }
                    _ = await task.result
                }
            }
        }
        #expect(gate.usage == Gate.Usage(capacity: 20))
    }

    @Test func `who does not want to wait gets nothing, and holds nobody up`() async throws {
        let gate = Gate(capacity: 10)
        let claim = gate.tryClaim(8)
        #expect(claim?.amount == 8)
        #expect(gate.tryClaim(3) == nil)
        #expect(gate.usage == Gate.Usage(capacity: 10, heldAmount: 8, holderCount: 1))
    }

    @Test func `a claim that is dropped is given back`() async throws {
        let gate = Gate(capacity: 10)
        do { _ = try await gate.claim(10) }
        #expect(gate.usage.heldAmount == 0)
    }

    @Test func `with a larger limit those who wait go on`() async throws {
        let gate = Gate(capacity: 1)
        let claim = try await gate.claim(1)
        async let second = gate.claim(5)
        #expect(await eventually { gate.usage.waitingCount == 1 })
        gate.setCapacity(6)
        #expect(try await second.amount == 5)
        claim.end()
    }
}
