import Synchronization
import Testing
import WebImageTesting

@testable import WebImagePipeline
@testable import WebImageRuntime

/// Shared work that waits for a slot of a gate before it runs.
struct SharedWorkAdmissionTests {
    private typealias Works = SharedWork<String, Int, NoUpdate, ImageError>

    private struct NoUpdate: WorkUpdate {
        mutating func merge(_ newer: NoUpdate) {}
    }

    @TaskLocal private static var mark = 0

    private let works = Works()
    private let gate = Gate(capacity: 1)

    private func caller(_ key: String, work: @escaping Works.Work) -> Works.Caller {
        Works.Caller(
            key: key, needs: Needs(WorkNeeds()), admission: (gate, "a"), work: work)
    }

    @Test func `work waits for its slot, and gives it back at its end`() async throws {
        let slot = try await gate.claim(1, group: "a")
        let hasBegun = Mutex(false)
        let task = Task {
            [
                works,
                caller = caller("a") { _ in
                    hasBegun.withLock { $0 = true }
                    return .success(7)
                }
            ] in try await works.value(for: caller)
        }
        #expect(await eventually { gate.slotCounts.waiting == 1 })
        #expect(!hasBegun.withLock { $0 })
        slot.end()
        #expect(try await task.value == 7)
        #expect(gate.slotCounts == (0, 0))
    }

    @Test func `work whose last caller leaves the queue never begins`() async throws {
        let slot = try await gate.claim(1, group: "a")
        let task = Task {
            [
                works,
                caller = caller("a") { _ in
                    Issue.record("the work began")
                    return .success(7)
                }
            ] in try await works.value(for: caller)
        }
        #expect(await eventually { gate.slotCounts.waiting == 1 })
        task.cancel()
        await #expect(throws: ImageError.self) { try await task.value }
        #expect(await eventually { gate.slotCounts == (1, 0) })
        slot.end()
        #expect(gate.slotCounts == (0, 0))
        #expect(works.count == 0)
    }

    @Test func `the slot is free as soon as the last caller leaves, even if the work goes on`()
        async throws
    {
        let (end, ending) = AsyncStream.makeStream(of: Void.self)
        let task = Task {
            [
                works,
                caller = caller("a") { _ in
                    await Task { for await _ in end {} }.value
                    return .success(7)
                }
            ] in try await works.value(for: caller)
        }
        #expect(await eventually { gate.slotCounts.active == 1 })
        task.cancel()
        await #expect(throws: ImageError.self) { try await task.value }
        #expect(gate.slotCounts == (0, 0))
        ending.finish()
    }

    @Test func `queued work has the task-local values of the caller that started it`() async throws
    {
        let slot = try await gate.claim(1, group: "a")
        let caller = caller("a") { _ in .success(Self.mark) }
        let task = Self.$mark.withValue(7) {
            Task { [works] in try await works.value(for: caller) }
        }
        #expect(await eventually { gate.slotCounts.waiting == 1 })
        Self.$mark.withValue(8) { slot.end() }
        #expect(try await task.value == 7)
    }
}
