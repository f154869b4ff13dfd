import Synchronization
import TestSupport
import Testing
import WebImageTesting

@testable import WebImagePipeline
@testable import WebImageRuntime

/// Work of callers while they wait for shared work.
struct SharedWorkMeanwhileTests {
    private struct Nothing: WorkUpdate {
        mutating func merge(_ newer: Nothing) {}
    }

    private typealias Works = SharedWork<String, Int, Nothing, ImageError>

    private let works = Works()

    private func caller(
        _ meanwhile: Meanwhile?, work: @escaping Works.Work
    ) -> Works.Caller {
        Works.Caller(
            key: "a", needs: Needs(WorkNeeds()), meanwhile: meanwhile, work: work)
    }

    @Test func `what is done meanwhile ends with the work`() async throws {
        let arrival = LatestValue(())
        let meanwhile: Meanwhile = (
            run: { while await arrival.change() {} }, end: { arrival.end() }
        )
        let value = try await works.value(for: caller(meanwhile) { _ in .success(7) })
        #expect(value == 7)
        #expect(arrival.hasEnded)
    }

    @Test func `who has nothing to do meanwhile waits for the work nevertheless`() async throws {
        let gate = LatestValue(())
        let meanwhile: Meanwhile = (run: { gate.wake() }, end: {})
        let caller = caller(meanwhile) { _ in
            _ = await gate.change()
            return .success(7)
        }
        #expect(try await works.value(for: caller) == 7)
    }

    @Test func `a caller that is cancelled ends what it does meanwhile`() async {
        let (arrival, begun) = (LatestValue(()), LatestValue(()))
        let caller = caller(
            (
                run: {
                    begun.wake()
                    while await arrival.change() {}
                }, end: { arrival.end() }
            )
        ) { _ in
            _ = try? await Task.sleep(for: .seconds(3600))
            return .failure(.cancelled)
        }
        let task = Task { [works] in
            do throws(ImageError) {
                _ = try await works.value(for: caller)
                return false
            } catch {
                guard case .cancelled = error else { return false }
                return true
            }
        }
        #expect(await begun.change())
        task.cancel()
        #expect(await task.value)
        #expect(works.waiterCount == 0)
    }

    @Test func `each of two callers does its own while one work works`() async throws {
        let gate = LatestValue(())
        let count = Mutex(0)
        let work: Works.Work = { _ in
            _ = await gate.change()
            return .success(7)
        }
        try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<2 {
                let arrival = LatestValue(())
                let meanwhile: Meanwhile = (
                    run: { while await arrival.change() {} },
                    end: {
                        count.withLock { $0 += 1 }
                        arrival.end()
                    }
                )
                let caller = caller(meanwhile, work: work)
                group.addTask { [works] in try await works.value(for: caller) }
            }
            #expect(await eventually { works.waiterCount == 2 })
            gate.wake()
            for try await value in group { #expect(value == 7) }
        }
        #expect(count.withLock { $0 } == 2)
    }
}
