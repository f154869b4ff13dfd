import Synchronization
import Testing
import WebImagePipeline
import WebImageTesting

/// Work without a waiting caller.
struct BackgroundRefreshTableTests {
    /// Work that runs until it is cancelled or released, and records its end.
    private final class Work: Sendable {
        let begun = Atomic<Int>(0)
        let ended = Atomic<Int>(0)
        let cancelled = Atomic<Int>(0)
        private let (gate, opener) = AsyncStream.makeStream(of: Void.self)

        func open() { opener.finish() }

        func run() async {
            begun.wrappingAdd(1, ordering: .relaxed)
            for await _ in gate {}
            if Task.isCancelled { cancelled.wrappingAdd(1, ordering: .relaxed) }
            ended.wrappingAdd(1, ordering: .relaxed)
        }
    }

    @Test func `one piece runs for a key, and another after its end`() async {
        let table = BackgroundRefreshTable<Int, Void>(limit: 5)
        let work = Work()
        for _ in 0..<3 { table.run(1) { await work.run() } }
        #expect(table.count == 1)
        #expect(await eventually { work.begun.load(ordering: .relaxed) == 1 })
        work.open()
        #expect(await eventually { table.count == 0 })
        table.run(1) { await work.run() }
        #expect(await eventually { work.ended.load(ordering: .relaxed) == 2 })
        #expect(work.cancelled.load(ordering: .relaxed) == 0)
    }

    @Test func `a full table takes no more`() async {
        let table = BackgroundRefreshTable<Int, Void>(limit: 2)
        let work = Work()
        for key in 0..<10 { table.run(key) { await work.run() } }
        #expect(table.count == 2)
        work.open()
        #expect(await eventually { table.count == 0 })
        #expect(work.begun.load(ordering: .relaxed) == 2)
    }

    @Test func `no work begins within the interval of its key, and keys take bounded memory`()
        async
    {
        let table = BackgroundRefreshTable<Int, Int>(limit: 2)
        let start = ContinuousClock.now
        func run(_ key: Int, after seconds: Double) async -> Int? {
            let now = start.advanced(by: .seconds(seconds))
            let task = table.run(key, every: .seconds(10), at: now) { key }
            let value = await task?.value
            #expect(await eventually { table.count == 0 })
            return value
        }
        #expect(await run(0, after: 0) == 0)
        #expect(await run(0, after: 9.9) == nil)
        #expect(await run(0, after: 10) == 0)
        for key in 1..<32 { #expect(await run(key, after: 11) == key) }
        #expect(await run(32, after: 12) == nil)
        #expect(await run(32, after: 20) == 32)
    }

    @Test func `the work is cancelled with the table`() async {
        var table: BackgroundRefreshTable<Int, Void>? = BackgroundRefreshTable(limit: 2)
        let work = Work()
        table?.run(1) { await work.run() }
        #expect(await eventually { work.begun.load(ordering: .relaxed) == 1 })
        table = nil
        #expect(await eventually { work.cancelled.load(ordering: .relaxed) == 1 })
    }
}
