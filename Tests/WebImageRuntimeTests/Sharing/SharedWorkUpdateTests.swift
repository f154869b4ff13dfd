import Synchronization
import Testing
import WebImageTesting

@testable import WebImageCaching
@testable import WebImageLoading
@testable import WebImagePipeline
@testable import WebImageRuntime

struct SharedWorkUpdateTests {
    private typealias Works = SharedWork<Int, Int, ImageLoadUpdate, ImageError>

    /// An executor that runs each job at once, on the submitting thread.
    private final class HastyExecutor: TaskExecutor {
        func enqueue(_ job: consuming ExecutorJob) {
            job.runSynchronously(on: asUnownedTaskExecutor())
        }
    }

    private final class Log: Sendable {
        private let state = Mutex<[Int?]>([])
        var heard: [Int?] { state.withLock { $0 } }

        var listener: WorkListener<ImageLoadUpdate> { WorkListener(note: hear) }

        private func hear(_ update: ImageLoadUpdate) {
            state.withLock { $0.append(update.progress?.receivedByteCount) }
        }
    }

    private static func update(_ count: Int) -> ImageLoadUpdate {
        ImageLoadUpdate(
            progress: LoadProgress(receivedByteCount: count, expectedByteCount: 100))
    }

    @Test func `who starts work is told what it tells before anything else happens`() async throws {
        let (works, executor, log) = (Works(), HastyExecutor(), Log())
        let (gate, opening) = AsyncStream.makeStream(of: Void.self)
        let caller = Task {
            try await works.value(
                for: Works.Caller(key: 1, on: executor, listener: log.listener) { work in
                    work.channel.publish(Self.update(10))
                    for await _ in gate {}
                    return .success(7)
                })
        }
        #expect(await eventually { log.heard == [10] })
        opening.finish()
        #expect(try await caller.value == 7)
        #expect(log.heard == [10])
    }

    @Test func `who joins is told the latest, and what follows`() async throws {
        let (works, first, second) = (Works(), Log(), Log())
        let (steps, stepping) = AsyncStream.makeStream(of: Int.self)
        let work: Works.Work = { work in
            for await step in steps { work.channel.publish(Self.update(step)) }
            return .success(7)
        }
        let starter = Task {
            try await works.value(
                for: Works.Caller(key: 1, listener: first.listener, work: work))
        }
        stepping.yield(10)
        stepping.yield(20)
        #expect(await eventually { first.heard == [10, 20] })
        let joiner = Task {
            try await works.value(
                for: Works.Caller(key: 1, listener: second.listener, work: work))
        }
        #expect(await eventually { second.heard == [20] })
        stepping.yield(30)
        stepping.finish()
        #expect(try await [starter.value, joiner.value] == [7, 7])
        #expect(first.heard == [10, 20, 30])
        #expect(second.heard == [20, 30])
    }
}
