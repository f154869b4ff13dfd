import TestSupport
import Testing
import WebImageCaching
import WebImagePipeline
import WebImageRuntime

/// The pure table behind shared work.
struct SharedWorkTableTests {
    @Test func `the first to come starts the work, the second waits`() {
        var table = SharedWorkTable<String, Int>()
        #expect(table.join("a", as: 1, 10) == 1)
        #expect(table.join("a", as: 2, 20) == 1)
        #expect(table.join("b", as: 3, 30) == 2)
        #expect(table.count == 2)
    }

    @Test func `everyone who waits is told at the end, and nobody twice`() {
        var table = SharedWorkTable<String, Int>()
        _ = table.join("a", as: 1, 10)
        _ = table.join("a", as: 2, 20)
        #expect(Set(table.finish(1)) == [10, 20])
        #expect(table.finish(1).isEmpty)
        #expect(table.count == 0)
    }

    @Test func `the last one out takes the work along`() {
        var table = SharedWorkTable<String, Int>()
        _ = table.join("a", as: 1, 10)
        _ = table.join("a", as: 2, 20)
        guard case .end(10, 1) = table.leave(1) else {
            Issue.record("the first is told and the work goes on")
            return
        }
        guard case .endAndCancel(20, 1) = table.leave(2) else {
            Issue.record("the second takes the work along")
            return
        }
        #expect(table.count == 0)
    }

    @Test func `the end of an abandoned work does not end its successor`() {
        var table = SharedWorkTable<String, Int>()
        _ = table.join("a", as: 1, 10)
        _ = table.leave(1)
        #expect(table.join("a", as: 2, 20) == 2)
        #expect(table.finish(1).isEmpty)
        #expect(table.finish(2) == [20])
    }

    @Test func `a sealed work keeps its waiters and takes no more`() {
        var table = SharedWorkTable<String, Int>()
        let memory = WorkNeeds(keeping: StorePlan(memory: true))
        let disk = WorkNeeds(keeping: StorePlan(original: true))
        _ = table.join("a", as: 1, 10, needs: memory)
        _ = table.join("a", as: 2, 20, needs: disk)
        let seals = [
            table.seal(1, keeping: StorePlan(memory: true)),
            table.seal(1, keeping: StorePlan(memory: true, original: true)),
        ]
        #expect(seals == [false, true])
        #expect(table.join("a", as: 3, 30, needs: memory) == 2)
        #expect(Set(table.finish(1)) == [10, 20])
        #expect(table.finish(2) == [30])
    }

    @Test func `news of needs come once, and the same needs are none`() {
        var table = SharedWorkTable<String, Int>()
        _ = table.join("a", as: 1, 10)
        #expect(table.takeNews(of: 1) == nil)
        let high = WorkNeeds(priority: .high)
        #expect(table.change(1, to: high) == 1)
        #expect(table.change(1, to: high) == nil)
        #expect(table.takeNews(of: 1)?.priority == .high)
        #expect(table.takeNews(of: 1) == nil)
    }

    @Test(arguments: 0..<200)
    func `whatever the order, each waiter is told exactly once`(seed: UInt64) {
        var random = Generator(state: seed &+ 1)
        var table = SharedWorkTable<Int, Int>()
        var works: [UInt64: Int] = [:]
        var told: [Int: Int] = [:]
        for waiter in 1...60 {
            let key = Int.random(in: 0..<4, using: &random)
            works[table.join(key, as: UInt64(waiter), waiter)] = key
            if Bool.random(using: &random), let id = works.keys.randomElement(using: &random) {
                for waiter in table.finish(id) { told[waiter, default: 0] += 1 }
            }
            let leaving = Int.random(in: 1...waiter, using: &random)
            switch table.leave(UInt64(leaving)) {
            case .none: break
            case .end(let waiter, _), .endAndCancel(let waiter, _):
                told[waiter, default: 0] += 1
            }
        }
        for id in works.keys {
            for waiter in table.finish(id) { told[waiter, default: 0] += 1 }
        }
        #expect(told.count == 60)
        #expect(told.values.allSatisfy { $0 == 1 })
        #expect(table.count == 0)
    }
}
