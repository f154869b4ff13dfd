import TestSupport
import Testing
import WebImageCaching

struct SieveTableTests {
    private func table(_ capacity: Int, _ keys: String) -> SieveTable<Character, Int> {
        var table = SieveTable<Character, Int>(capacity: capacity)
        for (index, key) in keys.enumerated() { _ = table.insert(index, for: key, cost: 1) }
        return table
    }

    @Test func `what was never asked for goes oldest first`() {
        let table = table(3, "abcde")
        #expect(table.keys == ["e", "d", "c"])
        #expect(table.inconsistency == nil)
    }

    @Test func `what was asked for is passed over once`() {
        var table = table(3, "abc")
        #expect(table.value(for: "a") == 0)
        #expect(table.insert(3, for: "d", cost: 1) == [1])
        #expect(table.keys == ["d", "c", "a"])
        #expect(table.insert(4, for: "e", cost: 1) == [2])
        #expect(table.insert(5, for: "f", cost: 1) == [3])
        #expect(table.keys == ["f", "e", "a"])
    }

    @Test func `the hand goes on where it stopped`() {
        var table = table(7, "abcdefg")
        for key in "abg" { _ = table.value(for: key) }
        #expect(table.insert(7, for: "h", cost: 1) == [2])
        _ = table.value(for: "a")
        _ = table.value(for: "d")
        #expect(table.insert(8, for: "i", cost: 1) == [4])
        _ = table.value(for: "b")
        #expect(table.insert(9, for: "j", cost: 1) == [5])
        #expect(table.keys == ["j", "i", "h", "g", "d", "b", "a"])
        #expect(table.insert(10, for: "k", cost: 1) == [7])
        #expect(table.insert(11, for: "l", cost: 1) == [8])
        #expect(table.insert(12, for: "m", cost: 1) == [9])
        #expect(table.inconsistency == nil)
    }

    @Test func `when all were asked for the hand wraps around to the oldest`() {
        var table = table(3, "abc")
        for key in "cab" { _ = table.value(for: key) }
        #expect(table.insert(3, for: "d", cost: 1) == [0])
    }

    @Test func `costs are summed, and as many go as it takes`() {
        var table = SieveTable<Int, Int>(capacity: 10)
        for key in 1...4 { _ = table.insert(key, for: key, cost: 2) }
        #expect(table.insert(5, for: 5, cost: 5) == [1, 2])
        #expect(table.cost == 9)
        #expect(table.count == 3)
        #expect(table.inconsistency == nil)
    }

    @Test func `replacing adjusts the cost and returns the old value`() {
        var table = SieveTable<Int, Int>(capacity: 10)
        _ = table.insert(1, for: 1, cost: 3)
        _ = table.insert(2, for: 2, cost: 3)
        #expect(table.insert(10, for: 1, cost: 7) == [1])
        #expect(table.cost == 10)
        #expect(table.value(for: 1) == 10)
        #expect(table.insert(11, for: 1, cost: 1) == [10])
        #expect(table.cost == 4)
        #expect(table.inconsistency == nil)
    }

    @Test(arguments: [11, Int.max, -1, Int.min])
    func `a value of impossible cost isn't kept, nor the old one of its key`(cost: Int) {
        var table = SieveTable<Int, Int>(capacity: 10)
        _ = table.insert(1, for: 1, cost: 5)
        _ = table.insert(2, for: 2, cost: 5)
        #expect(table.insert(3, for: 1, cost: cost) == [1, 3])
        #expect(table.keys == [2])
        #expect(table.cost == 5)
    }

    @Test(arguments: [0, -5])
    func `a table without capacity keeps nothing of cost`(capacity: Int) {
        var table = SieveTable<Int, Int>(capacity: capacity)
        #expect(table.insert(1, for: 1, cost: 1) == [1])
        #expect(table.count == 0)
    }

    @Test(arguments: 1...8)
    func `any sequence of calls leaves the table whole, and as a dictionary says`(seed: UInt64) {
        var random = SplitMix(state: seed)
        var table = SieveTable<Int, Int>(capacity: 40)
        var latest: [Int: Int] = [:]
        for step in 0..<1500 {
            let key = Int(random.next() % 30)
            switch random.next() % 10 {
            case 0:
                #expect(table.remove(key) == latest.removeValue(forKey: key))
            case 1...4:
                let gone = table.insert(step, for: key, cost: Int(random.next() % 9))
                latest[key] = step
                latest = latest.filter { !gone.contains($0.value) }
            default:
                #expect(table.value(for: key) == latest[key])
            }
            #expect(table.count == latest.count)
            if let problem = table.inconsistency {
                Issue.record("step \(step): \(problem)")
                return
            }
        }
    }
}
