import Synchronization
import Testing
import WebImageTesting

@testable import WebImagePipeline
@testable import WebImageRuntime

/// What callers of a flight do while they wait.
struct SharedWorkMeanwhileTests {
    private struct Nothing: FlightUpdate {
        mutating func merge(_ newer: Nothing) {}
    }

    private typealias Flights = SharedWork<String, Int, Nothing, ImageError>

    private let flights = Flights()

    private func caller(
        _ meanwhile: Meanwhile?, work: @escaping Flights.Work
    ) -> Flights.Caller {
        Flights.Caller(
            key: "a", needs: .constant(WorkNeeds()), meanwhile: meanwhile, work: work)
    }

    @Test func `what is done meanwhile ends with the flight`() async throws {
        let arrival = BodyArrival()
        let meanwhile = Meanwhile(
            run: { while await arrival.change() {} }, end: { arrival.end() })
        let value = try await flights.value(for: caller(meanwhile) { _ in .success(7) })
        #expect(value == 7)
        #expect(arrival.hasEnded)
    }

    @Test func `who has nothing to do meanwhile waits for the flight nevertheless`() async throws {
        let gate = BodyArrival()
        let meanwhile = Meanwhile(run: { gate.wake() }, end: {})
        let caller = caller(meanwhile) { _ in
            _ = await gate.change()
            return .success(7)
        }
        #expect(try await flights.value(for: caller) == 7)
    }

    @Test func `a caller that is cancelled ends what it does meanwhile`() async {
        let (arrival, begun) = (BodyArrival(), BodyArrival())
        let caller = caller(
            Meanwhile(
                run: {
                    begun.wake()
                    while await arrival.change() {}
                }, end: { arrival.end() })
        ) { _ in
            _ = try? await Task.sleep(for: .seconds(3600))
            return .failure(.cancelled)
        }
        let task = Task { [flights] in
            do throws(ImageError) {
                return try await flights.value(for: caller) == nil
            } catch {
                guard case .cancelled = error else { return false }
                return true
            }
        }
        #expect(await begun.change())
        task.cancel()
        #expect(await task.value)
        #expect(flights.waiterCount == 0)
    }

    @Test func `each of two callers does its own while one flight works`() async throws {
        let gate = BodyArrival()
        let count = Mutex(0)
        let work: Flights.Work = { _ in
            _ = await gate.change()
            return .success(7)
        }
        try await withThrowingTaskGroup(of: Int?.self) { group in
            for _ in 0..<2 {
                let arrival = BodyArrival()
                let meanwhile = Meanwhile(
                    run: { while await arrival.change() {} },
                    end: {
                        count.withLock { $0 += 1 }
                        arrival.end()
                    })
                let caller = caller(meanwhile, work: work)
                group.addTask { [flights] in try await flights.value(for: caller) }
            }
            #expect(await eventually { flights.waiterCount == 2 })
            gate.wake()
            for try await value in group { #expect(value == 7) }
        }
        #expect(count.withLock { $0 } == 2)
    }
}
