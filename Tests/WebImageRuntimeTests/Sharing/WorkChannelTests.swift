import Synchronization
import Testing
import WebImageRuntime

@testable import WebImageCaching
@testable import WebImageLoading
@testable import WebImagePipeline

struct WorkChannelTests {
    private typealias Channel = WorkChannel<ImageLoadUpdate>

    /// A listener that records its updates, and the number of concurrent calls.
    private final class Ear: Sendable {
        private let state = Mutex<(heard: [Int], tellers: Int, most: Int)>(([], 0, 0))

        var heard: [Int] { state.withLock { $0.heard } }
        var mostTellers: Int { state.withLock { $0.most } }

        var listener: WorkListener<ImageLoadUpdate> { WorkListener(note: hear) }

        private func hear(_ update: ImageLoadUpdate) {
            state.withLock { state in
                state.heard.append(update.progress?.receivedByteCount ?? -1)
                state.tellers += 1
                state.most = max(state.most, state.tellers)
            }
            state.withLock { $0.tellers -= 1 }
        }
    }

    /// Numbers that rise in the order of their use.
    private final class Count: Sendable {
        private let last = Mutex(0)

        func next(_ body: (Int) -> Void) {
            last.withLock { last in
                last += 1
                body(last)
            }
        }
    }

    private static func update(_ count: Int) -> ImageLoadUpdate {
        ImageLoadUpdate(
            progress: LoadProgress(receivedByteCount: count, expectedByteCount: 100))
    }

    @Test func `who comes later is told what the others were told`() {
        let (channel, ear) = (Channel(WorkNeeds()), Ear())
        channel.publish(Self.update(10))
        channel.publish(Self.update(20))
        channel.add(1, ear.listener)
        #expect(ear.heard == [20])
        channel.publish(Self.update(30))
        #expect(ear.heard == [20, 30])
    }

    @Test func `work that held a slot is freed`() async throws {
        let gate = Gate(capacity: 1, limitPerGroup: 1)
        weak var freed: Channel?
        do {
            let channel = Channel(WorkNeeds())
            freed = channel
            // The slot observes the channel's needs, and the channel's work references the slot.
            try await gate.withSlot(group: "a", channel.needs) { channel.work.hold(slot: $0) }
        }
        #expect(freed == nil)
    }

    @Test func `no listener is told anything by work that ended, or that it left`() {
        let (channel, ear, other) = (Channel(WorkNeeds()), Ear(), Ear())
        channel.add(1, ear.listener)
        channel.add(2, other.listener)
        channel.publish(Self.update(10))
        channel.remove(1)
        channel.publish(Self.update(20))
        channel.end()
        channel.publish(Self.update(30))
        #expect(ear.heard == [10])
        #expect(other.heard == [10, 20])
        channel.add(3, ear.listener)
        #expect(ear.heard == [10])
    }

    @Test func `of two that tell at once a listener hears in one order`() async {
        let (channel, ear, count) = (Channel(WorkNeeds()), Ear(), Count())
        channel.add(1, ear.listener)
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<4 {
                group.addTask {
                    for _ in 0..<500 { count.next { channel.publish(Self.update($0)) } }
                }
                group.addTask { for _ in 0..<500 { channel.publish(ImageLoadUpdate()) } }
            }
        }
        #expect(ear.mostTellers == 1)
        let heard = ear.heard.filter { $0 >= 0 }
        #expect(heard == heard.sorted())
        #expect(heard.last == 2000)
    }
}
