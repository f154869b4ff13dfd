import Dispatch
import Testing
import WebImagePipeline
import WebImageRuntime
import WebImageTesting

/// One load's place at the gate, however its pauses and resumptions fall together.
struct TransferSlotTests {
    /// A gate that pauses the slot while it is entered again, and resumes it, on another thread,
    /// while it is given back.
    private final class Script: Sendable {
        struct Count: Sendable {
            var inside = 0
            var entries = 0
            var exits = 0
            var peak = 0
        }

        let count = Locked(Count())
        let slot = Locked<TransferSlot?>(nil)
        private let elsewhere = WorkExecutor(maxThreads: 1)

        func enter() {
            count.change { count in
                count.inside += 1
                count.entries += 1
                count.peak = max(count.peak, count.inside)
            }
            if count.value.entries == 2 { slot.value?.pause() }
        }

        func leave() {
            count.change { $0.exits += 1 }
            if count.value.exits == 2 { resumeElsewhere() }
            count.change { $0.inside -= 1 }
        }

        private func resumeElsewhere() {
            let done = DispatchSemaphore(value: 0)
            let slot = slot.value
            Task.detached(executorPreference: elsewhere) {
                try? await slot?.resume()
                done.signal()
            }
            done.wait()
        }
    }

    @Test(.timeLimit(.minutes(5)))
    func `who resumes while the slot is given back does not enter twice`() async throws {
        let script = Script()
        let slot = TransferSlot(enter: { script.enter() }, leave: { script.leave() })
        script.slot.change { $0 = slot }
        try await slot.enter()
        slot.pause()
        try await slot.resume()
        #expect(script.count.value.peak == 1)
        #expect(script.count.value.inside == 1)
        #expect(script.count.value.entries == 3)
        slot.end()
        #expect(script.count.value.inside == 0)
        script.slot.change { $0 = nil }
    }
}
